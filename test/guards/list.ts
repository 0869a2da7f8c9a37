/** A safety check that a promise hangs on, and the tests that must fail without it. Paths are from the root of the project. */
export interface Guard {
  /** What it keeps from happening. */
  readonly name: string
  readonly file: string
  /** Its text, which stands in the file once. */
  readonly text: string
  /** What takes its place, so that the check is gone. */
  readonly without: string
  readonly tests: readonly string[]
}

/** Patches that take a check out: `FILE → TESTS`, and below it, for each check, `# NAME`, `-` its text, `+` what takes its place. */
const PATCHES = `
src/queue/lua/due.lua → test/integration/queue/due-queue.test.ts
# a worker whose lease ended settles nothing (fencing token)
- return redis.call('HGET', due.fences, member) == token
+ return true
# a member that killed three workers is parked
- if failures >= FAILURES_MAX then return park(member, now, 'its worker died') end

src/queue/lua/reserve.lua → test/integration/queue/due-queue.test.ts
# leases of a dead worker end
- end_leases()
-   local is_alone
+ local is_alone
# due times move back with the clock of Redis
- if step_ms < STEP_BACK_MS_MIN then return end
+ do return end

src/queue/lua/settle.lua → test/integration/queue/due-queue.test.ts
# an outcome is written while its lease holds only
- if holds(member, token) then
+ if true then

src/queue/worker.ts → test/unit/queue/worker.test.ts
# urgent members leave every fourth place to the others
- schedule.isDue(now) ? Math.floor(inHandMax * (1 - ROUTINE_SHARE)) : inHandMax
+ inHandMax

src/queue/lua/rate.lua → test/integration/queue/limiter.test.ts
# no place is leased while a 429 pauses sending
- if paused_micros > 0 then return { now, interval, paused_micros, 0, gate } end
# all processes share one rate
- set('tat', (was_paused and interval >= UNLIMITED_MICROS) and ends + CONNECT_MICROS or ends)
# a rate written before the clock went back is forgotten
- if ahead > AHEAD_MICROS_MAX + ARGV[1] * SHARE_WHOLE / SHARE_LEAST then
+ if false then

src/redis/lua/hold.lua → test/integration/redis/leases.test.ts
# a lease is held by one process at a time
- if holder and holder ~= ARGV[1] then return 0 end

src/redis/leader.ts → test/unit/redis/leader.test.ts
# a leader that was frozen asks whether it still leads
- if (isUnsure(ageMsMax)) await ask()
# the work of a process that lost its lease is aborted
- if (isHolder && !isNext) ended.abort()

src/redis/circuit-breaker.ts → test/unit/redis/circuit-breaker.test.ts
# few calls wait at once for a Redis that hangs
- if (waiting >= waitingMax) throw new Error('too many calls wait for Redis')

src/redis/open.ts → test/unit/redis/open.test.ts
# a Redis that may lose what it acknowledged is refused
- if (!Array.isArray(read) || read[1] !== value) wrong
+ if (false) wrong

src/redis/private-redis.ts → test/integration/redis/private-redis.test.ts
# the private Redis writes each change to disk before it answers
- 'appendfsync always'
+ 'appendfsync everysec'
# a private Redis that died is not started beside one that answers at its address
- (await adopt(directory, address, again)) ??

src/telegram/lua/keep-updates.lua → test/integration/telegram/update-worker.test.ts
# an update that Telegram repeats is answered once
- if redis.call('GETBIT', page, bit) == 1 then return end

src/telegram/update-worker.ts → test/integration/telegram/update-worker.test.ts
# updates of one chat are handled one after another
- Promise.all(before.map(({ last }) => last)).then(() => handleNow(update))
+ handleNow(update)
# an update that killed two processes is skipped
- deaths < DEATHS_MAX ? await run(update) : skip(update)
+ await run(update)
# an update that another process may have had in hand is stored before it is handled
- if (isFirst && (await store(updates))) return updates.length
# Telegram may forget only what is stored or done
- first < 0 ? updates.length : first
+ updates.length

src/telegram/update-stream.ts → test/unit/telegram/update-worker.test.ts
# a Redis that hangs does not hold up updates
- breaker(() => keep(updates.map(entryOf))),
+ keep(updates.map(entryOf)),

src/push/deliver/refusal.ts → test/unit/push/deliver/refusal.test.ts
# an outage of Telegram counts against no chat
- if (isOutage) return { kind: 'wait', ms: afterMs }

src/push/push.ts → test/integration/push/push.test.ts
# in an outage one chat at a time is tried
- inHandMaxNow: outage.chatsMax,

src/chats/lua/match.lua → test/integration/push/match/match.test.ts
# no older price after a newer
- if is_older and at ~= one.corrects then return false end
# a fan-out that was broken off goes on
- if one.bucket < BUCKETS then redis.call('HSET', shard.fan_outs, one.ref, one.bucket)
-     else redis.call('HDEL', shard.fan_outs, one.ref, early(one.ref)) end
+ do redis.call('HDEL', shard.fan_outs, one.ref, early(one.ref)) end

src/chats/alerts.ts → test/integration/chats/alerts.test.ts
# a person has 200 alerts at most
- if (added === 'full' || !(await hasTooMany(person))) return added
+ if (added) return added

src/chats/lua/leaving/reachable.lua → test/integration/push/deliver/soft-refusals.test.ts
# an answer that a chat takes clears its refusals
- redis.call('HDEL', key, SOFT_REFUSALS) == 1
+ false

src/chats/lua/leaving/leave.lua → test/integration/chats/moving.test.ts
# a migration does not leave behind what changed during it
- if fingerprint ~= '' and fingerprint_of(read_chat(ARGV[1])) ~= fingerprint then return 'changed' end

src/push/deliver/lua/deliver.lua → test/integration/push/deliver/fencing.test.ts
# what another process sent is not recorded (fencing token)
- if token == account.token then
+ if true then

src/push/deliver/lua/deliver.lua → test/integration/push/deliver/changes-during-a-send.test.ts, test/integration/push/delivery-ledger.test.ts
# a follow that began anew during a send is not counted as told
- if accounted < 1 then return false end
# an alert that triggers again during a send is delivered again
- if redis.call('HGET', shard.fired, field) ~= trigger then return end

src/push/deliver/deliver.ts → test/unit/push/deliver/deliver.test.ts
# nothing is sent whose lease could end meanwhile
- performance.now() + sendMsMax > leaseEndsAt
+ false

src/push/deliver/deliver.ts → test/unit/push/deliver/deliver.test.ts
# calls in flight are limited, as each may be sent twice at a kill
- Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond() * latencyMs) / 1000) + 1)
+ Number.POSITIVE_INFINITY

src/push/receive/receive.ts → test/unit/push/receive/receive.test.ts
# notifications are taken with a secret of ours only
- (await webhookSecrets.accepts(bearerOf(headers.authorization))) ? 200 : 401,
+ 200,
# a Redis that hangs does not hold up the receiver
- await breaker(() => keep(notification))
+ await keep(notification)

src/push/match/append.lua → test/integration/push/receive/receive.test.ts, test/integration/push/match/consume.test.ts
# a notification that is repeated is taken once
- if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end

src/push/match/price-stream.ts → test/unit/push/match/consumer.test.ts
# a matcher that was frozen takes nothing from the next leader
- await leader.confirm()

src/push/match/price-stream.ts → test/integration/push/match/unmatchable.test.ts
# a price that cannot be matched is set aside after three tries
- await stream.setAside(entry)

src/bot/administrators.ts → test/unit/bot/administrators.test.ts, test/integration/bot/groups.test.ts
# a right is asked anew where it is asked for
- isAnew ? undefined : 

src/features/settings/command.ts → test/integration/bot/groups.test.ts
# who was an administrator exports and deletes nothing
- { ...ADMINISTRATORS, isFinal }
+ ADMINISTRATORS

src/bot/feature.ts → test/integration/bot/groups.test.ts
# a press of a reader or member changes no message of others and posts none
- right === 'yes' || (changes && right === 'unknown') || leadToPrivate(ctx)
+ true
# the rights of a presser are checked at the press
- if (!(await this.#access.mayUse(ctx, this.audience))) return

src/bot/dialogs/dialog.ts → test/integration/bot/groups.test.ts
# the rights are checked before an answer in a dialog
- if (!(await ctx.mayAnswer())) await conversation.skip({ next: false })

src/words/text.ts → test/unit/words/text.test.ts, test/integration/features/hostile-texts.test.ts
# text from outside cannot turn the direction of what follows
- text.replace(UNPRINTABLE, ' ')
+ text

src/service/sources/connect/agents.ts → test/integration/service/sources/page-request.test.ts
# a redirect of a public page leads to no address inside
- if (guard.mayConnect(target)) return guarded
+ return guarded
# a redirect is judged by the address that was connected to
- if (distance > reached(hostname)) farthest.set(hostname, distance)

src/service/sources/parse/page-parser.ts → test/integration/service/sources/page-parser.test.ts
# a page is parsed off the event loop
- page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX
+ true

src/service/sources/connect/agents.ts → test/unit/service/sources/connect/agents.test.ts
# a self-signed certificate is no intermediate
- if (certificate.checkIssued(certificate))
+ if (false)

src/service/sources/connect/agents.ts → test/integration/service/sources/connect/broken-chain.test.ts
# an intermediate has no trust of its own
- return links.map(String)
+ return found.map(String)

src/service/address-guard.ts → test/unit/service/address-guard.test.ts
# every address of a name is checked
- addresses.every(
+ addresses.some(

src/service/webhooks/notifier.ts → test/integration/service/web-guard.test.ts
# addresses are checked again at every connection
- ...(isGuarded && { lookup: guard.lookup }),

src/service/webhooks/lua/remove-webhook.lua → test/integration/service/web-webhooks.test.ts
# another's webhook is not removed
- if redis.call('SISMEMBER', KEYS[11], ARGV[5]) == 0 then return 0 end

src/runtime/log.ts → test/unit/runtime/config.test.ts
# bot tokens are not logged
- line.replace(BOT_TOKEN, '[redacted]')
+ line

src/compose.ts → test/e2e/starts-and-stops.test.ts
# a refused token ends the start before any source is asked
- start: checkToken
+ start: async () => {}

src/main.ts → test/e2e/secrets.test.ts
# secrets in a .env that others can read are refused
-   refuseOpenSettings()

src/service/service.ts → test/integration/service/web-guard.test.ts
# the webhook of a receiver that is gone is removed
- if (!ownReceiverUrl && 
+ if (false && 

ops/restore.sh → test/integration/cli/backup.test.ts
# a file that is no whole backup is not restored
- redis-check-rdb "$file" >/dev/null ||
+ true ||
`

/** The safety checks that `npm run guards` takes out in turn. */
export const GUARDS: readonly Guard[] = PATCHES.trim()
  .split('\n\n')
  .flatMap((group) => {
    const [heading = '', ...checks] = group.split('\n# ')
    const [file = '', ...tests] = heading.split(/ → |, /)
    return checks.map((check) => {
      const [name = '', ...lines] = check.split('\n')
      const linesOf = (sign: string): string =>
        lines.flatMap((line) => (line.startsWith(sign) ? line.slice(2) : [])).join('\n')
      return { name, file, tests, text: linesOf('-'), without: linesOf('+') }
    })
  })

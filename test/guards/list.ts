/** A safety check that a promise hangs on, and the tests that must fail without it. Paths are from the root of the project. */
export interface Guard {
  /** What it keeps from happening. */
  readonly name: string
  readonly file: string
  /** Its text, which stands in the file once. */
  readonly text: string
  /** What takes its place, so that the check is gone; nothing if not given. */
  readonly without?: string
  readonly tests: readonly string[]
}

/** The safety checks that `npm run guards` takes out in turn. */
export const GUARDS: readonly Guard[] = [
  // Queue
  {
    name: 'a worker whose lease ended settles nothing (fencing token)',
    file: 'src/queue/lua/due.lua',
    text: "return redis.call('HGET', due.fences, member) == token",
    without: 'return true',
    tests: ['test/integration/queue/due-queue.test.ts'],
  },
  {
    name: 'a member that killed three workers is parked',
    file: 'src/queue/lua/due.lua',
    text: "  if failures >= FAILURES_MAX then return park(member, now, 'its worker died') end\n",
    tests: ['test/integration/queue/due-queue.test.ts'],
  },
  {
    name: 'leases of a dead worker end',
    file: 'src/queue/lua/reserve.lua',
    text: '  end_leases()\n  local is_alone',
    without: '  local is_alone',
    tests: ['test/integration/queue/due-queue.test.ts'],
  },
  {
    name: 'due times move back with the clock of Redis',
    file: 'src/queue/lua/reserve.lua',
    text: '  if step_ms < STEP_BACK_MS_MIN then return end\n',
    without: '  do return end\n',
    tests: ['test/integration/queue/due-queue.test.ts'],
  },
  {
    name: 'an outcome is written while its lease holds only',
    file: 'src/queue/lua/settle.lua',
    text: 'if holds(member, token) then',
    without: 'if true then',
    tests: ['test/integration/queue/due-queue.test.ts'],
  },
  {
    name: 'urgent members leave every fourth place to the others',
    file: 'src/queue/worker.ts',
    text: 'schedule.isDue(now) ? Math.floor(inHandMax * (1 - ROUTINE_SHARE)) : inHandMax',
    without: 'inHandMax',
    tests: ['test/unit/queue/worker.test.ts'],
  },
  // Rate limits
  {
    name: 'no place is leased while a 429 pauses sending',
    file: 'src/queue/lua/rate.lua',
    text: '  if paused_micros > 0 then return { now, interval, paused_micros, 0, gate } end\n',
    tests: ['test/integration/queue/limiter.test.ts'],
  },
  {
    name: 'all processes share one rate',
    file: 'src/queue/lua/rate.lua',
    text: "set('tat', (was_paused and interval >= UNLIMITED_MICROS) and ends + CONNECT_MICROS or ends)",
    without: '',
    tests: ['test/integration/queue/limiter.test.ts'],
  },
  {
    name: 'a rate written before the clock went back is forgotten',
    file: 'src/queue/lua/rate.lua',
    text: 'if ahead > AHEAD_MICROS_MAX + ARGV[1] * SHARE_WHOLE / SHARE_LEAST then',
    without: 'if false then',
    tests: ['test/integration/queue/limiter.test.ts'],
  },
  // Redis
  {
    name: 'a lease is held by one process at a time',
    file: 'src/redis/lua/hold.lua',
    text: 'if holder and holder ~= ARGV[1] then return 0 end\n',
    tests: ['test/integration/redis/leases.test.ts'],
  },
  {
    name: 'a leader that was frozen asks whether it still leads',
    file: 'src/redis/leader.ts',
    text: '      if (isUnsure(ageMsMax)) await ask()\n',
    tests: ['test/unit/redis/leader.test.ts'],
  },
  {
    name: 'the work of a process that lost its lease is aborted',
    file: 'src/redis/leader.ts',
    text: '    if (isHolder && !isNext) ended.abort()\n',
    tests: ['test/unit/redis/leader.test.ts'],
  },
  {
    name: 'few calls wait at once for a Redis that hangs',
    file: 'src/redis/circuit-breaker.ts',
    text: "    if (waiting >= waitingMax) throw new Error('too many calls wait for Redis')\n",
    tests: ['test/unit/redis/circuit-breaker.test.ts'],
  },
  {
    name: 'a Redis that may lose what it acknowledged is refused',
    file: 'src/redis/open.ts',
    text: 'if (!Array.isArray(read) || read[1] !== value) wrong',
    without: 'if (false) wrong',
    tests: ['test/unit/redis/open.test.ts'],
  },
  {
    name: 'the private Redis writes each change to disk before it answers',
    file: 'src/redis/private-redis.ts',
    text: "'appendfsync always'",
    without: "'appendfsync everysec'",
    tests: ['test/integration/redis/private-redis.test.ts'],
  },
  {
    name: 'a private Redis that died is not started beside one that answers at its address',
    file: 'src/redis/private-redis.ts',
    text: '(await adopt(directory, address, again)) ??',
    tests: ['test/integration/redis/private-redis.test.ts'],
  },
  // Telegram
  {
    name: 'an update that Telegram repeats is answered once',
    file: 'src/telegram/lua/keep-updates.lua',
    text: "  if redis.call('GETBIT', page, bit) == 1 then return end\n",
    tests: ['test/integration/telegram/update-worker.test.ts'],
  },
  {
    name: 'updates of one chat are handled one after another',
    file: 'src/telegram/update-worker.ts',
    text: 'Promise.all(before.map(({ last }) => last)).then(() => handleNow(update))',
    without: 'handleNow(update)',
    tests: ['test/integration/telegram/update-worker.test.ts'],
  },
  {
    name: 'an update that killed two processes is skipped',
    file: 'src/telegram/update-worker.ts',
    text: 'deaths < DEATHS_MAX ? await run(update) : skip(update)',
    without: 'await run(update)',
    tests: ['test/integration/telegram/update-worker.test.ts'],
  },
  {
    name: 'an update that another process may have had in hand is stored before it is handled',
    file: 'src/telegram/update-worker.ts',
    text: '      if (isFirst && (await store(updates))) return updates.length\n',
    tests: ['test/integration/telegram/update-worker.test.ts'],
  },
  {
    name: 'Telegram may forget only what is stored or done',
    file: 'src/telegram/update-worker.ts',
    text: 'first < 0 ? updates.length : first',
    without: 'updates.length',
    tests: ['test/integration/telegram/update-worker.test.ts'],
  },
  {
    name: 'a Redis that hangs does not hold up updates',
    file: 'src/telegram/update-stream.ts',
    text: 'breaker(() => keep(updates.map(entryOf))),',
    without: 'keep(updates.map(entryOf)),',
    tests: ['test/unit/telegram/update-worker.test.ts'],
  },
  {
    name: 'an outage of Telegram counts against no chat',
    file: 'src/push/deliver/refusal.ts',
    text: "  if (isOutage) return { kind: 'wait', ms: afterMs }\n",
    tests: ['test/unit/push/deliver/refusal.test.ts'],
  },
  {
    name: 'in an outage one chat at a time is tried',
    file: 'src/push/push.ts',
    text: '    inHandMaxNow: outage.chatsMax,\n',
    tests: ['test/integration/push/push.test.ts'],
  },
  // Chats
  {
    name: 'no older price after a newer',
    file: 'src/chats/lua/match.lua',
    text: '  if is_older and at ~= one.corrects then return false end\n',
    tests: ['test/integration/push/match/match.test.ts'],
  },
  {
    name: 'a fan-out that was broken off goes on',
    file: 'src/chats/lua/match.lua',
    text: "    if one.bucket < BUCKETS then redis.call('HSET', shard.fan_outs, one.ref, one.bucket)\n    else ",
    without: '    do ',
    tests: ['test/integration/push/match/match.test.ts'],
  },
  {
    name: 'a person has 200 alerts at most',
    file: 'src/chats/alerts.ts',
    text: "      if (added === 'full' || !(await hasTooMany(person))) return added\n",
    without: '      if (added) return added\n',
    tests: ['test/integration/chats/alerts.test.ts'],
  },
  {
    name: 'an answer that a chat takes clears its refusals',
    file: 'src/chats/lua/leaving/reachable.lua',
    text: "redis.call('HDEL', key, SOFT_REFUSALS) == 1",
    without: 'false',
    tests: ['test/integration/push/deliver/soft-refusals.test.ts'],
  },
  {
    name: 'a migration does not leave behind what changed during it',
    file: 'src/chats/lua/leaving/leave.lua',
    text: "if fingerprint ~= '' and fingerprint_of(read_chat(ARGV[1])) ~= fingerprint then return 'changed' end\n",
    tests: ['test/integration/chats/moving.test.ts'],
  },
  // Push
  {
    name: 'what another process sent is not recorded (fencing token)',
    file: 'src/push/deliver/lua/deliver.lua',
    text: 'if token == account.token then',
    without: 'if true then',
    tests: ['test/integration/push/deliver/fencing.test.ts'],
  },
  {
    name: 'a follow that began anew during a send is not counted as told',
    file: 'src/push/deliver/lua/deliver.lua',
    text: '  if accounted < 1 then return false end',
    tests: [
      'test/integration/push/deliver/changes-during-a-send.test.ts',
      'test/integration/push/delivery-ledger.test.ts',
    ],
  },
  {
    name: 'an alert that triggers again during a send is delivered again',
    file: 'src/push/deliver/lua/deliver.lua',
    text: "  if redis.call('HGET', shard.fired, field) ~= trigger then return end\n",
    tests: [
      'test/integration/push/deliver/changes-during-a-send.test.ts',
      'test/integration/push/delivery-ledger.test.ts',
    ],
  },
  {
    name: 'nothing is sent whose lease could end meanwhile',
    file: 'src/push/deliver/deliver.ts',
    text: 'performance.now() + sendMsMax > leaseEndsAt',
    without: 'false',
    tests: ['test/unit/push/deliver/deliver.test.ts'],
  },
  {
    name: 'calls in flight are limited, as each may be sent twice at a kill',
    file: 'src/push/deliver/deliver.ts',
    text: 'Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond() * latencyMs) / 1000) + 1)',
    without: 'Number.POSITIVE_INFINITY',
    tests: ['test/unit/push/deliver/in-flight.test.ts'],
  },
  {
    name: 'notifications are taken with a secret of ours only',
    file: 'src/push/receive/receive.ts',
    text: '(await webhookSecrets.accepts(bearerOf(headers.authorization))) ? 200 : 401,',
    without: '200,',
    tests: ['test/unit/push/receive/receive.test.ts'],
  },
  {
    name: 'a Redis that hangs does not hold up the receiver',
    file: 'src/push/receive/receive.ts',
    text: 'await breaker(() => keep(notification))',
    without: 'await keep(notification)',
    tests: ['test/unit/push/receive/receive.test.ts'],
  },
  {
    name: 'a notification that is repeated is taken once',
    file: 'src/push/match/append.lua',
    text: "if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end\n",
    tests: ['test/integration/push/receive/receive.test.ts', 'test/integration/push/match/consume.test.ts'],
  },
  {
    name: 'a matcher that was frozen takes nothing from the next leader',
    file: 'src/push/match/price-stream.ts',
    text: '    await leader.confirm()\n',
    tests: ['test/unit/push/match/consumer.test.ts'],
  },
  {
    name: 'a price that cannot be matched is set aside after three tries',
    file: 'src/push/match/price-stream.ts',
    text: '    await stream.setAside(entry)\n',
    tests: ['test/integration/push/match/unmatchable.test.ts'],
  },
  // Bot
  {
    name: 'a right is asked anew where it is asked for',
    file: 'src/bot/administrators.ts',
    text: 'isAnew ? undefined : ',
    tests: ['test/unit/bot/administrators.test.ts', 'test/integration/bot/groups.test.ts'],
  },
  {
    name: 'who was an administrator exports and deletes nothing',
    file: 'src/features/settings/command.ts',
    text: '{ ...ADMINISTRATORS, isFinal }',
    without: 'ADMINISTRATORS',
    tests: ['test/integration/bot/groups.test.ts'],
  },
  {
    name: 'a press of a reader or member changes no message of others and posts none',
    file: 'src/bot/feature.ts',
    text: "right === 'yes' || (changes && right === 'unknown') ? 'handle' : 'lead'",
    without: "'handle'",
    tests: ['test/integration/bot/groups.test.ts'],
  },
  {
    name: 'the rights of a presser are checked at the press',
    file: 'src/bot/feature.ts',
    text: '      if (!(await this.#access.mayUse(ctx, this.audience))) return\n',
    tests: ['test/integration/bot/groups.test.ts'],
  },
  {
    name: 'the rights are checked before an answer in a dialog',
    file: 'src/bot/dialogs/dialog.ts',
    text: '      if (!(await ctx.mayAnswer())) await conversation.skip({ next: false })\n',
    tests: ['test/integration/bot/groups.test.ts'],
  },
  {
    name: 'text from outside cannot turn the direction of what follows',
    file: 'src/words/text.ts',
    text: "text.replace(UNPRINTABLE, ' ')",
    without: 'text',
    tests: ['test/unit/words/text.test.ts', 'test/integration/features/hostile-texts.test.ts'],
  },
  // Prices
  {
    name: 'a redirect of a public page leads to no address inside',
    file: 'src/service/sources/connect/agents.ts',
    text: '      if (guard.mayConnect(target)) return guarded\n',
    without: '      return guarded\n',
    tests: ['test/integration/service/sources/page-request.test.ts'],
  },
  {
    name: 'a redirect is judged by the address that was connected to',
    file: 'src/service/sources/connect/agents.ts',
    text: '        if (distance > reached(hostname)) farthest.set(hostname, distance)\n',
    tests: ['test/integration/service/sources/page-request.test.ts'],
  },
  {
    name: 'a page is parsed off the event loop',
    file: 'src/service/sources/parse/page-parser.ts',
    text: "page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX",
    without: 'true',
    tests: ['test/integration/service/sources/page-parser.test.ts'],
  },
  {
    name: 'a self-signed certificate is no intermediate',
    file: 'src/service/sources/connect/agents.ts',
    text: '  if (certificate.checkIssued(certificate))\n',
    without: '  if (false)\n',
    tests: ['test/unit/service/sources/connect/agents.test.ts'],
  },
  {
    name: 'an intermediate has no trust of its own',
    file: 'src/service/sources/connect/agents.ts',
    text: '  return links.map(String)\n',
    without: '  return found.map(String)\n',
    tests: ['test/integration/service/sources/connect/broken-chain.test.ts'],
  },
  // Rate service
  {
    name: 'every address of a name is checked',
    file: 'src/service/address-guard.ts',
    text: 'addresses.every(',
    without: 'addresses.some(',
    tests: ['test/unit/service/address-guard.test.ts'],
  },
  {
    name: 'addresses are checked again at every connection',
    file: 'src/service/webhooks/notifier.ts',
    text: '...(isGuarded && { lookup: guard.lookup }),',
    tests: ['test/integration/service/web-guard.test.ts'],
  },
  {
    name: "another's webhook is not removed",
    file: 'src/service/webhooks/lua/remove-webhook.lua',
    text: "if redis.call('SISMEMBER', KEYS[11], ARGV[5]) == 0 then return 0 end\n",
    tests: ['test/integration/service/web-webhooks.test.ts'],
  },
  {
    name: 'bot tokens are not logged',
    file: 'src/runtime/log.ts',
    text: "line.replace(BOT_TOKEN, '[redacted]')",
    without: 'line',
    tests: ['test/unit/runtime/config.test.ts'],
  },
  {
    name: 'a refused token ends the start before any source is asked',
    file: 'src/compose.ts',
    text: 'start: checkToken',
    without: 'start: async () => {}',
    tests: ['test/e2e/starts-and-stops.test.ts'],
  },
  {
    name: 'secrets in a .env that others can read are refused',
    file: 'src/main.ts',
    text: '  refuseOpenSettings()\n',
    tests: ['test/e2e/secrets.test.ts'],
  },
  {
    name: 'the webhook of a receiver that is gone is removed',
    file: 'src/service/service.ts',
    text: 'if (!ownReceiverUrl && ',
    without: 'if (false && ',
    tests: ['test/integration/service/web-guard.test.ts'],
  },
  {
    name: 'a file that is no whole backup is not restored',
    file: 'ops/restore.sh',
    text: 'redis-check-rdb "$file" >/dev/null ||',
    without: 'true ||',
    tests: ['test/integration/cli/backup.test.ts'],
  },
]

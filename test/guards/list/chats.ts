import type { Guard } from '../guard.ts'

const MATCH = 'src/chats/lua/match.lua'
const SOFT = ['test/integration/push/deliver/soft-refusals.test.ts']
const CHATS = ['test/integration/chats/chats.test.ts']
const ALERTS = ['test/integration/chats/alerts.test.ts', 'test/integration/push/match/alerts.test.ts']
const MATCHED = ['test/integration/push/match/match.test.ts']

/** What chats follow, their alerts, and chats that leave. */
export const CHAT_GUARDS: readonly Guard[] = [
  {
    name: 'a group that was full keeps nothing of who was refused an alert',
    file: 'src/chats/alerts.ts',
    text: "      if (added === 'full' && isFirst) await redis.srem(chatsOfPerson(mark), chat)\n",
    tests: ['test/integration/chats/alerts.test.ts'],
  },
  {
    name: 'no older price after a newer',
    file: MATCH,
    text: '  if is_older and at ~= one.corrects then return false end\n',
    tests: MATCHED,
  },
  {
    name: 'a price that the server rounded is not told twice',
    file: MATCH,
    text: 'local rounded = was and store_full_price(one, sequence, was)',
    without: 'local rounded = nil',
    tests: ['test/integration/push/match/rounded-prices.test.ts'],
  },
  {
    name: 'a fan-out that was broken off goes on',
    file: MATCH,
    text: "    if one.bucket < BUCKETS then redis.call('HSET', shard.fan_outs, one.ref, one.bucket)\n    else ",
    without: '    do ',
    tests: MATCHED,
  },
  {
    name: 'alerts that one call has no room for are triggered by the next',
    file: MATCH,
    text: '    note(changes)\n    left = 0',
    without: '    left = 0',
    tests: ['test/integration/push/match/alerts.test.ts', ...MATCHED],
  },
  {
    name: 'a chat has 50 alerts at most',
    file: 'src/chats/lua/alerts/add-alert.lua',
    text: "  if left >= most then return { 'full' } end\n",
    tests: ALERTS,
  },
  {
    name: 'a person has 200 alerts at most',
    file: 'src/chats/alerts.ts',
    text: "      if (added === 'full' || !(await hasTooMany(person))) return added\n",
    without: '      if (added) return added\n',
    tests: ['test/integration/chats/alerts.test.ts'],
  },
  {
    name: 'alerts of one person overtake followers in 10 groups at most',
    file: 'src/chats/alerts.ts',
    text: 'const isRoutine = groups > URGENT_GROUPS_PER_PERSON_MAX',
    without: 'const isRoutine = false',
    tests: ['test/integration/chats/alerts.test.ts'],
  },
  {
    name: 'who cannot be told apart from others makes no alert',
    file: 'src/features/alerts/alert.ts',
    text: '  if (person === undefined) return ctx.replyOrEdit(words.alerts.noName)\n',
    tests: ['test/integration/bot/router.test.ts'],
  },
  {
    name: 'alerts stay those of their person where a group gets another number',
    file: 'src/chats/leaving.ts',
    text: '    for (const mark of await makersOf(redis, keyOf(to))) await redis.sadd(chatsOfPerson(mark), to)\n',
    tests: ['test/integration/chats/alerts.test.ts'],
  },
  {
    name: 'an alert by percentage is of 0.1 % at least, whatever is stored',
    file: 'src/chats/lua/alerts/arm.lua',
    text: 'math.max(tonumber(alert.value), MOVE_PERCENT_MIN)',
    without: 'tonumber(alert.value)',
    tests: ALERTS,
  },
  {
    name: 'an alert that was triggered in the future counts as triggered now',
    file: 'src/chats/lua/alerts/arm.lua',
    text: '  alert.at = not_later(tonumber(alert.at), seconds)\n',
    tests: ALERTS,
  },
  {
    name: 'a chat follows 50 monitors at most',
    file: 'src/chats/lua/follow.lua',
    text: "  if not told and count_follows() >= most then return 'full' end\n",
    tests: CHATS,
  },
  {
    name: 'a chat that left follows nothing until it is back',
    file: 'src/chats/lua/follow.lua',
    text: "  if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end\n",
    tests: CHATS,
  },
  {
    name: 'a triggered alert waits until its signal crosses back',
    file: 'src/chats/lua/alerts/trigger-alerts.lua',
    text: "    wait_to_rearm(page, direction, score, key .. ':P')\n",
    without: "    wait_in(page[direction], score, key .. ':p')\n",
    tests: ALERTS,
  },
  {
    name: 'an alert in its cooldown triggers nothing',
    file: 'src/chats/lua/alerts/trigger-alerts.lua',
    text: 'local is_ready = may_trigger(alert, seconds)',
    without: 'local is_ready = true',
    tests: ALERTS,
  },
  {
    name: 'an alert whose day is over triggers nothing',
    file: 'src/chats/lua/alerts/trigger-alerts.lua',
    text: "if alert['until'] and tonumber(alert['until']) <= seconds then",
    without: 'if false then',
    tests: ALERTS,
  },
  {
    name: 'an alert of a later version does not stop every price',
    file: 'src/chats/lua/alerts/trigger-alerts.lua',
    text: '  if not is_known(alert) then return end',
    tests: ALERTS,
  },
  {
    name: 'the choices of a chat that left are deleted in time',
    file: 'src/chats/lua/leaving/leave.lua',
    text: "redis.call('EXPIRE', key, kept_seconds)",
    without: '',
    tests: CHATS,
  },
  {
    name: 'an answer that a chat takes clears its refusals',
    file: 'src/chats/lua/leaving/has-refusals.lua',
    text: "redis.pcall('HEXISTS', KEYS[2 * i - 1], 'doubts')",
    without: '0',
    tests: SOFT,
  },
  {
    name: 'an answer that a chat takes ends its parking',
    file: 'src/chats/lua/leaving/has-refusals.lua',
    text: "redis.call('ZSCORE', KEYS[2 * i], chat)",
    without: 'nil',
    tests: SOFT,
  },
  {
    name: 'a chat that cannot be read spoils no other one that is read with it',
    file: 'src/chats/lua/read-chats.lua',
    text: 'redis.pcall(',
    without: 'redis.call(',
    tests: CHATS,
  },
  {
    name: 'a refusal that was on its way when the chat came back does not count',
    file: 'src/chats/lua/leaving/soft-refusals.lua',
    text: "  if times == '0' and now - tonumber(at) < ON_ITS_WAY_MS_MAX and redis.call('HDEL', KEYS[14], SOFT_REFUSALS) == 1 then return 0 end\n",
    tests: [...SOFT, 'test/integration/push/deliver/returning-chats.test.ts'],
  },
  {
    name: 'soft refusals long apart are no row',
    file: 'src/chats/lua/leaving/soft-refusals.lua',
    text: 'times = now - tonumber(at) > counts_ms and 1 or tonumber(times) + 1',
    without: 'times = tonumber(times) + 1',
    tests: SOFT,
  },
  {
    name: 'a chat that left stays away, though an old message reaches it',
    file: 'src/chats/lua/leaving/soft-refusals.lua',
    text: "if redis.call('HEXISTS', KEYS[14], 'gone') == 1 then return 0 end\n",
    tests: [...SOFT, ...CHATS],
  },
  {
    name: 'a chat that was parked has one try when it comes back',
    file: 'src/chats/lua/leaving/reachable.lua',
    text: "  if was_parked then redis.call('HSET', due.failures, chat, FAILURES_MAX - 1) end\n",
    tests: ['test/integration/push/deliver/returning-chats.test.ts', ...SOFT],
  },
  {
    name: 'a migration does not leave behind what changed during it',
    file: 'src/chats/lua/leaving/leave.lua',
    text: "if fingerprint ~= '' and fingerprint_of(pack(ARGV[1])) ~= fingerprint then return 'changed' end\n",
    tests: ['test/integration/chats/moving.test.ts'],
  },
  {
    name: 'a card on its way does not bring back a chat that deleted its data',
    file: 'src/chats/lua/note-card.lua',
    text: "if redis.call('HEXISTS', KEYS[1], 'card') == 0 then return 0 end\n",
    tests: CHATS,
  },
  {
    name: 'a broadcast does not wait for a chat that left',
    file: 'src/chats/lua/leaving/leave.lua',
    text: "if fingerprint == '' then leave_broadcast(KEYS[14]) end\n",
    tests: CHATS,
  },
  {
    name: 'a broadcast waits for a group that moves',
    file: 'src/chats/lua/leaving/leave.lua',
    text: "if fingerprint == '' then leave_broadcast",
    without: 'if true then leave_broadcast',
    tests: CHATS,
  },
  {
    name: 'a chat that deleted its data leaves the queue',
    file: 'src/chats/lua/leaving/leave.lua',
    text: '    forget(chat)\n',
    tests: CHATS,
  },
  {
    name: 'a chat that deleted its data is posted no card',
    file: 'src/chats/leaving.ts',
    text: '      await unlist(redis, chat, makers)\n',
    tests: CHATS,
  },
]

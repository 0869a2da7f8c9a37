import type { Guard } from '../guard.ts'

const RATE = 'src/queue/lua/rate.lua'
const GROUP = 'src/queue/lua/group.lua'
const LIMITER = ['test/integration/queue/limiter.test.ts']
const GROUPS = ['test/integration/queue/groups.test.ts']
const PLACES = ['test/unit/queue/limiter-places.test.ts']

/** What we send Telegram at most, and what people may ask of us. */
export const RATE_LIMIT_GUARDS: readonly Guard[] = [
  {
    name: 'ten groups that are refused within a second pause all sending',
    file: RATE,
    text: 'return count + 1 < FEW',
    without: 'return true',
    tests: LIMITER,
  },
  {
    name: 'no place is leased while a 429 pauses sending',
    file: RATE,
    text: '  if paused_micros > 0 then return { now, interval, paused_micros, 0, gate } end\n',
    tests: LIMITER,
  },
  {
    name: 'a shorter pause does not end a longer one',
    file: RATE,
    text: '  if until_micros > gate then\n',
    without: '  if true then\n',
    tests: LIMITER,
  },
  {
    name: 'the rate falls after repeated 429s',
    file: RATE,
    text: 'if paused_micros == 0 and (now - gate < REPEATED_MICROS or share < SHARE_WHOLE) then',
    without: 'if false then',
    tests: LIMITER,
  },
  {
    name: 'all processes share one rate',
    file: RATE,
    text: "set('tat', (was_paused and interval >= UNLIMITED_MICROS) and ends + CONNECT_MICROS or ends)",
    without: '',
    tests: LIMITER,
  },
  {
    name: 'places are leased 50 ms ahead at most',
    file: RATE,
    text: 'math.min(wanted, math.floor((now + horizon - tat) / interval) + 1)',
    without: 'wanted',
    tests: LIMITER,
  },
  {
    name: 'answers delay waiting messages by a second at most',
    file: RATE,
    text: 'math.min(tat + interval * places, now + DEBT_MICROS_MAX)',
    without: 'tat + interval * places',
    tests: LIMITER,
  },
  {
    name: 'a rate written before the clock went back is forgotten',
    file: RATE,
    text: 'if ahead > AHEAD_MICROS_MAX + ARGV[1] * SHARE_WHOLE / SHARE_LEAST then',
    without: 'if false then',
    tests: LIMITER,
  },
  {
    name: 'a 429 of one chat stops this chat alone',
    file: RATE,
    text: "if chat ~= '' and not is_group and is_alone(chat) then",
    without: 'if false then',
    tests: LIMITER,
  },
  {
    name: 'a place that has passed is not used',
    file: 'src/queue/limiter.ts',
    text: '    if (inMs < -LATE_MS_MAX) continue\n',
    tests: PLACES,
  },
  {
    name: 'nobody waits long for a place',
    file: 'src/queue/limiter.ts',
    text: '    refuseWaiting(inMs > SOON_MS ? Number.POSITIVE_INFINITY : performance.now() - QUEUED_MS_MAX)\n',
    tests: PLACES,
  },
  {
    name: 'a group is sent 20 messages a minute at most',
    file: GROUP,
    text: 'local wait_ms = wait_of(kind)',
    without: 'local wait_ms = 0',
    tests: GROUPS,
  },
  {
    name: 'a shorter pause of a group does not end a longer one',
    file: GROUP,
    text: "  if until_ms > tonumber(redis.call('ZSCORE', KEYS[1], 'rest') or 0) then put('rest', until_ms) end\n",
    without: "  put('rest', until_ms)\n",
    tests: GROUPS,
  },
  {
    name: 'one member does not use up the answers of a group',
    file: GROUP,
    text: 'return count == 0 or count < room_in(ms)',
    without: 'return true',
    tests: GROUPS,
  },
  {
    name: 'a group that was counted before the clock went back is not silent',
    file: GROUP,
    text: '  if ahead <= AHEAD_MS_MAX then return entries end\n',
    without: '  do return entries end\n',
    tests: GROUPS,
  },
  {
    name: 'a person who floods a chat is told once, then ignored',
    file: 'src/bot/feature.ts',
    text: 'if (known && waitMs > 0) {',
    without: 'if (false) {',
    tests: ['test/unit/bot/command-limit.test.ts'],
  },
  {
    name: 'commands of one person in many groups count together',
    file: 'src/bot/feature.ts',
    text: "    if (ofPerson.kind !== 'go') return ofPerson\n",
    tests: ['test/unit/bot/command-limit.test.ts'],
  },
  {
    name: 'changes by an administrator of many groups count together',
    file: 'src/bot/feature.ts',
    text: 'if (isChange) return admitPerson(',
    without: 'if (isChange) return (() => GO)(',
    tests: ['test/unit/bot/command-limit.test.ts'],
  },
  {
    name: 'an answer beyond the limit of its group is not sent',
    file: 'src/bot/replies.ts',
    text: '      if (waitMs > 0) return tooMany(waitMs)\n',
    tests: ['test/unit/bot/replies.test.ts'],
  },
  {
    name: 'answers wait while a 429 pauses sending',
    file: 'src/bot/replies.ts',
    text: '      await pass(chat)\n      const waitMs',
    without: '      const waitMs',
    tests: ['test/unit/bot/replies.test.ts'],
  },
  {
    name: 'a 429 of the profile pauses nobody',
    file: 'src/bot/replies.ts',
    text: '/^(get|setMy|setChatMenuButton|setWebhook|deleteWebhook)/',
    without: '/^get/',
    tests: ['test/unit/bot/replies.test.ts'],
  },
  {
    name: 'a 429 of a group stops nobody else',
    file: RATE,
    text: '  if is_group and is_one_of_few() then return { now, interval, paused_micros, 0 } end\n',
    tests: LIMITER,
  },
  {
    name: 'a 429 to the answer of a press pauses nobody',
    file: 'src/bot/replies.ts',
    text: "answer.ok || chat === '' ? 0",
    without: 'answer.ok ? 0',
    tests: ['test/unit/bot/replies.test.ts'],
  },
  {
    name: 'a menu that is right is not set again',
    file: 'src/bot/profile.ts',
    text: '  if (textOf(shown) !== textOf(entries)) await',
    without: '  await',
    tests: ['test/integration/bot/profile.test.ts'],
  },
  {
    name: 'a 429 to an answer pauses sending',
    file: 'src/bot/replies.ts',
    text: '    if (pauseMs > 0) await limiter.pauseSending(pauseMs, chat)\n',
    tests: ['test/unit/bot/replies.test.ts'],
  },
  {
    name: 'many answers to one person are spaced',
    file: 'src/bot/replies.ts',
    text: '    if (ms > 0) await sleep(ms, undefined, { signal: stopping })\n  }\n\n  /** While',
    without: '  }\n\n  /** While',
    tests: ['test/unit/bot/replies.test.ts'],
  },
]

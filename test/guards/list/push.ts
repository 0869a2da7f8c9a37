import type { Guard } from '../guard.ts'

const DELIVER = 'src/push/deliver/lua/deliver.lua'
const COMPOSE = ['test/unit/push/deliver/compose.test.ts']
const DELIVERED = ['test/unit/push/deliver/deliver.test.ts']
const RECEIVED = ['test/unit/push/receive/receive.test.ts']
const CHANGES = ['test/integration/push/deliver/changes-during-a-send.test.ts']
const CONSUME = ['test/integration/push/match/consume.test.ts']

/** What is told once, not too late, and not at night; and who may tell us of prices. */
export const PUSH_GUARDS: readonly Guard[] = [
  {
    name: 'what another process sent is not recorded (fencing token)',
    file: DELIVER,
    text: '  if token == account.token then\n',
    without: '  if true then\n',
    tests: ['test/integration/push/deliver/fencing.test.ts'],
  },
  {
    name: 'a follow that was ended during a send stays ended',
    file: DELIVER,
    text: '  if not before then return false end',
    without: "  before = before or '0 0 0'",
    tests: CHANGES,
  },
  {
    name: 'a follow that began anew during a send is not counted as told',
    file: DELIVER,
    text: '  if step.accounted < 1 then return false end',
    tests: [...CHANGES, 'test/integration/push/delivery-ledger.test.ts'],
  },
  {
    name: 'an alert that triggers again during a send is delivered again',
    file: DELIVER,
    text: "  if redis.call('HGET', shard.fired, field) ~= trigger then return end\n",
    tests: [...CHANGES, 'test/integration/push/delivery-ledger.test.ts'],
  },
  {
    name: 'nothing is written for a chat that was deleted during a send',
    file: DELIVER,
    text: "  if redis.call('EXISTS', key) == 0 then return end\n",
    tests: CHANGES,
  },
  {
    name: 'a chat that left while it was due is sent nothing',
    file: 'src/push/deliver/load.ts',
    text: 'fields.gone ?',
    without: 'false ?',
    tests: ['test/unit/push/deliver/load.test.ts'],
  },
  {
    name: 'quiet hours are quiet',
    file: 'src/push/deliver/compose.ts',
    text: '  if (quietTill !== undefined) return composeInQuietHours(due, quietTill)\n',
    tests: COMPOSE,
  },
  {
    name: 'a chat hears of changes of its least size only',
    file: 'src/push/deliver/compose.ts',
    text: "  return compare(multiply(absolute(subtract(to, from)), '100'), multiply(least, from)) >= 0\n",
    without: '  return true\n',
    tests: COMPOSE,
  },
  {
    name: 'nobody reads the same price twice',
    file: 'src/push/deliver/compose.ts',
    text: '  if (from === to || isRoundedToNothing(from, to)) return false\n',
    tests: COMPOSE,
  },
  {
    name: 'a price that was told is not told again',
    file: 'src/push/deliver/compose.ts',
    text: 'if (newest && newest.sequence > follow.told.sequence)',
    without: 'if (newest)',
    tests: COMPOSE,
  },
  {
    name: 'a message is no longer than Telegram accepts',
    file: 'src/push/deliver/compose.ts',
    text: ' || length + section.text.length + 2 > TEXT_LENGTH_MAX',
    tests: COMPOSE,
  },
  {
    name: 'what belongs to one topic is not said in another',
    file: 'src/push/deliver/compose.ts',
    text: 'section.thread !== first.thread || ',
    tests: COMPOSE,
  },
  {
    name: 'a chat that cannot be composed stops no other',
    file: 'src/push/deliver/compose.ts',
    text: "        return { kind: 'fail', ms: FAIL_RETRY_MS, why: messageOf(error) }\n",
    without: '        throw error\n',
    tests: COMPOSE,
  },
  {
    name: 'alerts beyond one message come in the next',
    file: 'src/push/deliver/sections/alerts.ts',
    text: '    if (shown.length > 0 && length > ALERTS_LENGTH_MAX) break\n',
    tests: COMPOSE,
  },
  {
    name: 'nothing is sent whose lease could end meanwhile',
    file: 'src/push/deliver/deliver.ts',
    text: 'performance.now() + sendMsMax > leaseEndsAt || !isSureOf(leaseEndsAt)',
    without: 'false',
    tests: DELIVERED,
  },
  {
    name: 'a message with an overtaken price is composed again',
    file: 'src/push/deliver/deliver.ts',
    text: ' || composed.prices.some(isOvertaken)',
    tests: DELIVERED,
  },
  {
    name: 'nothing is sent once we stop',
    file: 'src/push/deliver/deliver.ts',
    text: 'if (stopped.aborted || isLate',
    without: 'if (isLate',
    tests: DELIVERED,
  },
  {
    name: 'a push waits while a 429 pauses sending',
    file: 'src/push/deliver/deliver.ts',
    text: "    return pausedMs > 0 ? { kind: 'wait', afterMs: pausedMs } : undefined\n",
    without: '    return undefined\n',
    tests: DELIVERED,
  },
  {
    name: 'a broadcast is sent to a chat at most once',
    file: 'src/push/deliver/broadcast.ts',
    text: '    if (!(await chats.broadcasts.claim(chat, id))) return COMPOSE_AGAIN\n',
    tests: ['test/integration/push/deliver/live-and-broadcasts.test.ts'],
  },
  {
    name: 'a broadcast that was cancelled goes to no further chat',
    file: 'src/push/deliver/broadcast.ts',
    text: '    if (current()?.id !== id) return COMPOSE_AGAIN\n',
    tests: ['test/unit/push/deliver/broadcast.test.ts'],
  },
  {
    name: 'calls in flight are limited, as each may be sent twice at a kill',
    file: 'src/push/deliver/in-flight.ts',
    text: 'Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond() * latencyMs) / 1000) + 1)',
    without: 'Number.POSITIVE_INFINITY',
    tests: ['test/unit/push/deliver/in-flight.test.ts'],
  },
  {
    name: 'notifications are taken with a secret of ours only',
    file: 'src/push/receive/receive.ts',
    text: '(await webhookSecrets.accepts(bearerOf(headers.authorization))) ? 200 : 401,',
    without: '200,',
    tests: RECEIVED,
  },
  {
    name: 'a body that is no notification is refused',
    file: 'src/push/receive/receive.ts',
    text: '    if (!notification) return 400\n',
    tests: RECEIVED,
  },
  {
    name: 'a key that several monitors have is not guessed',
    file: 'src/push/receive/receive.ts',
    text: 'return others.length === 0 ? fitting : undefined',
    without: 'return fitting',
    tests: ['test/unit/push/receive/identify.test.ts'],
  },
  {
    name: 'a Redis that hangs does not hold up the receiver',
    file: 'src/push/receive/receive.ts',
    text: 'await breaker(() => keep(notification))',
    without: 'await keep(notification)',
    tests: RECEIVED,
  },
  {
    name: 'secrets that nobody uses are refused after an hour',
    file: 'src/push/receive/admit-secret.lua',
    text: 'if tonumber(known[i + 1]) < now - tonumber(ARGV[2]) then',
    without: 'if false then',
    tests: ['test/integration/push/receive/webhook-secrets.test.ts'],
  },
  {
    name: 'unknown secrets make one call to Redis a second',
    file: 'src/push/receive/webhook-secrets.ts',
    text: 'await (performance.now() < loadAt ? loading : loadNow())',
    without: 'await loadNow()',
    tests: ['test/integration/push/receive/webhook-secrets.test.ts'],
  },
  {
    name: 'a notification that is repeated is taken once',
    file: 'src/push/match/append.lua',
    text: "if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end\n",
    tests: ['test/integration/push/receive/receive.test.ts', ...CONSUME],
  },
  {
    name: 'the stream of prices is bounded',
    file: 'src/push/match/append.lua',
    text: "if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end\n",
    tests: ['test/integration/push/receive/receive.test.ts', ...CONSUME],
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
  {
    name: 'no price is set aside while none can be matched',
    file: 'src/push/match/price-stream.ts',
    text: '    if (!hasMatched) return\n',
    tests: ['test/integration/push/match/unmatchable.test.ts', ...CONSUME],
  },
  {
    name: 'a consumer that left something unfinished is not forgotten',
    file: 'src/push/match/forget-consumers.lua',
    text: 'consumer.pending == 0 and ',
    tests: CONSUME,
  },
  {
    name: 'a digest from a time to come does not stop the next one',
    file: 'src/push/deliver/sections/digest.ts',
    text: 'notLaterThan(now, last, now - MINUTE_MS)',
    without: 'last',
    tests: ['test/unit/push/deliver/digest-hour.test.ts'],
  },
]

import type { Guard } from '../guard.ts'

const DUE = 'src/queue/lua/due.lua'
const RESERVE = 'src/queue/lua/reserve.lua'
const QUEUE = ['test/integration/queue/due-queue.test.ts']

/** Who has a member, how often it is tried, and who works while another process is dead. */
export const QUEUE_GUARDS: readonly Guard[] = [
  {
    name: 'a worker whose lease ended settles nothing (fencing token)',
    file: DUE,
    text: "return redis.call('HGET', due.fences, member) == token",
    without: 'return true',
    tests: QUEUE,
  },
  {
    name: 'a parked member is not made due',
    file: DUE,
    text: "  if redis.call('ZSCORE', due.parked, member) then return false end\n",
    tests: QUEUE,
  },
  {
    name: 'a member that is due keeps the earlier time',
    file: DUE,
    text: "redis.call('ZADD', due[lane], 'LT', at, member)\n  return true",
    without: "redis.call('ZADD', due[lane], at, member)\n  return true",
    tests: QUEUE,
  },
  {
    name: 'a member whose handler threw three times is parked',
    file: DUE,
    text: '  if failures >= FAILURES_MAX then return park(member, now, why) end\n',
    tests: QUEUE,
  },
  {
    name: 'a member that killed three workers is parked',
    file: DUE,
    text: "  if failures >= FAILURES_MAX then return park(member, now, 'its worker died') end\n",
    tests: QUEUE,
  },
  {
    name: 'a member that is in hand or rests is not taken again',
    file: RESERVE,
    text: 'if busy[i] then',
    without: 'if false then',
    tests: QUEUE,
  },
  {
    name: 'a member that failed before is taken alone',
    file: RESERVE,
    text: 'elseif not is_suspect and (not failures[i] or #taken == 0) then',
    without: 'else',
    tests: QUEUE,
  },
  {
    name: 'leases of a dead worker end',
    file: RESERVE,
    text: '  follow_clock()\n  end_leases()\n',
    without: '  follow_clock()\n',
    tests: QUEUE,
  },
  {
    name: 'due times move back with the clock of Redis',
    file: RESERVE,
    text: '  if step_ms < STEP_BACK_MS_MIN then return end\n',
    without: '  do return end\n',
    tests: QUEUE,
  },
  {
    name: 'an outcome is written while its lease holds only',
    file: 'src/queue/lua/settle.lua',
    text: 'if holds(member, token) then',
    without: 'if true then',
    tests: QUEUE,
  },
  {
    name: 'an attempt is counted while its lease holds only',
    file: 'src/queue/lua/count-attempt.lua',
    text: 'if not holds(ARGV[1], ARGV[2]) then return 0 end\n',
    tests: QUEUE,
  },
  {
    name: 'leases that are worked on go on when lost replies are ended',
    file: 'src/queue/lua/end-leases.lua',
    text: ' and not goes_on[plain(token)]',
    tests: QUEUE,
  },
  {
    name: 'only leases of the dead process are ended',
    file: 'src/queue/lua/end-leases.lua',
    text: " and (process == '' or process_of(token) == process)",
    tests: QUEUE,
  },
  {
    name: 'a heartbeat in the future counts from now',
    file: 'src/queue/lua/beat.lua',
    text: "  redis.call('ZADD', KEYS[1], now, process)\n",
    tests: ['test/integration/queue/liveness.test.ts'],
  },
  {
    name: 'a frozen process is no longer sure of what it leased',
    file: 'src/queue/liveness.ts',
    text: 'performance.now() < triedAt + SURE_MS && takenAt >= backAt',
    without: 'true',
    tests: ['test/unit/queue/liveness.test.ts'],
  },
  {
    name: 'after an outage of Redis the others get time for a heartbeat',
    file: 'src/queue/liveness.ts',
    text: '    if (wasAway) return\n',
    tests: ['test/unit/queue/liveness.test.ts'],
  },
  {
    name: 'urgent members of the last shard do not wait behind whole batches of the others',
    file: 'src/queue/worker.ts',
    text: 'isBusy() ? schedule.urgent(now, urgentRoom(now)) : []',
    without: '[] as number[]',
    tests: ['test/unit/queue/worker.test.ts'],
  },
  {
    name: 'an attempt at a suspect is counted before it begins',
    file: 'src/queue/worker.ts',
    text: '    await queue.beginAttempt(suspect)\n',
    tests: ['test/unit/queue/worker-failures.test.ts'],
  },
  {
    name: 'a reservation whose reply was lost is given back',
    file: 'src/queue/worker.ts',
    text: '    if (unanswered.has(shard) && settlesAll) await endUnanswered(shard)\n',
    tests: ['test/integration/queue/worker.test.ts'],
  },
  {
    name: 'a worker has no more members in hand than it may',
    file: 'src/queue/worker.ts',
    text: 'Math.min(batchMax, Math.floor(room() / shards.length))',
    without: 'batchMax',
    tests: ['test/unit/queue/worker.test.ts'],
  },
  {
    name: 'urgent members leave every fourth place to the others',
    file: 'src/queue/worker.ts',
    text: 'schedule.isDue(now) ? Math.floor(inHandMax * (1 - ROUTINE_SHARE)) : inHandMax',
    without: 'inHandMax',
    tests: ['test/unit/queue/worker.test.ts'],
  },
  {
    name: 'a reservation has no more urgent members than it may',
    file: RESERVE,
    text: 'take(due.urgent, math.min(urgent_max, limit))',
    without: 'take(due.urgent, limit)',
    tests: QUEUE,
  },
]

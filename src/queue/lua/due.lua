-- The keys of a due queue and the functions that change them, for every script about one.
-- KEYS[1..7] of every such script: urgent, routine, leased, fences, failures, retries, parked.
--   urgent, routine  sorted sets: member -> when it is due (ms). Urgent ones are taken first.
--   leased           sorted set: member -> when its lease, or its rest after a message, ends (ms)
--   fences           hash: member -> token of the worker that has it, followed by `!` if it was taken from the urgent
--                    lane; the field '' counts tokens
--   failures         hash: member -> how often its handler threw or its worker died; retries: how often it was put off
--   parked           sorted set: member -> since when (ms) it is set aside for an operator
--   parked:reasons   hash beside it: member -> how often it had failed, and why it was parked
-- Derived key: NAME:{n}:clock, when (ms) a time was last written. `reserve.lua` compares it with the clock.
local due = {
  urgent = KEYS[1], routine = KEYS[2], leased = KEYS[3], fences = KEYS[4],
  failures = KEYS[5], retries = KEYS[6], parked = KEYS[7],
  clock = string.gsub(KEYS[1], 'urgent$', 'clock') .. '',
}
local FAILURES_MAX = 3
local URGENT = '!'

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A stored time that is later than now was written before the clock was set back: it counts as now.
local function not_later(at, now)
  return math.min(at, now)
end

-- A time as text. Redis writes numbers with 17 digits, which costs more than everything else about them.
local function score(ms)
  return string.format('%.0f', ms)
end

-- The arguments of ZADD that give members one time.
local function at_time(ms, members)
  local list, text = {}, score(ms)
  for i, member in ipairs(members) do list[2 * i - 1], list[2 * i] = text, member end
  return list
end

-- Called where times are written. If the clock was set back, `reserve.lua` moves the times.
local function remember_time(now)
  if now > tonumber(redis.call('GET', due.clock) or 0) then redis.call('SET', due.clock, score(now)) end
end

-- In how many ms the first member of a set is due or ends; nil if the set is empty.
local function first_in(set, now)
  local first = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]
  return first and math.max(0, math.floor(first - now))
end

-- Publishes to the workers in how many ms a member is due, followed by the same of the first urgent member if there is one.
-- The channel has the name of the urgent lane.
local function wake(in_ms)
  local now = now_ms()
  local urgent_in_ms = first_in(due.urgent, now)
  remember_time(now)
  local text = score(math.max(0, in_ms))
  redis.call('PUBLISH', due.urgent, urgent_in_ms and text .. ' ' .. score(urgent_in_ms) or text)
end

-- Makes members due that are not parked. One that is due already stays due at the earlier time. Returns for how many this changes
-- when they are due; nil if all are parked.
local function make_all_due(lane, members, at)
  local parked, others = redis.call('ZMSCORE', due.parked, unpack(members)), {}
  for i, member in ipairs(members) do
    if not parked[i] then others[#others + 1] = member end
  end
  return #others > 0 and redis.call('ZADD', due[lane], 'LT', 'CH', unpack(at_time(at, others))) or nil
end

local function make_due(lane, member, at)
  return make_all_due(lane, { member }, at)
end

-- The lane that a member returns to: the one it was taken from. Queues with one lane give no token.
local function lane_of(token)
  return token and string.sub(token, -1) == URGENT and 'urgent' or 'routine'
end

local function forget(member)
  redis.call('ZREM', due.urgent, member)
  redis.call('ZREM', due.routine, member)
  redis.call('ZREM', due.leased, member)
  redis.call('HDEL', due.fences, member)
  redis.call('HDEL', due.failures, member)
  redis.call('HDEL', due.retries, member)
end

local function park(member, now, why)
  local failures = redis.call('HGET', due.failures, member) or '0'
  forget(member)
  redis.call('ZADD', due.parked, now, member)
  redis.call('HSET', due.parked .. ':reasons', member, failures .. ' ' .. (why or ''))
end

-- Returns 1 if it was parked.
local function unpark(member)
  redis.call('HDEL', due.parked .. ':reasons', member)
  return redis.call('ZREM', due.parked, member)
end

-- The worker of a member died. The member may not be the cause, so it becomes suspect only. Each attempt at a suspect is
-- counted before it begins, and the third one that its worker did not survive parks the member.
local function die(member, now, token)
  local failures = tonumber(redis.call('HGET', due.failures, member) or 0)
  if failures >= FAILURES_MAX then return park(member, now, 'its worker died') end
  if failures == 0 then redis.call('HSET', due.failures, member, 1) end
  redis.call('ZADD', due[lane_of(token)], 'LT', now, member)
end

-- The handler of a member threw. The third time parks the member.
local function fail(member, now, at, why, token)
  local failures = redis.call('HINCRBY', due.failures, member, 1)
  if failures >= FAILURES_MAX then return park(member, now, why) end
  redis.call('ZADD', due[lane_of(token)], 'LT', at, member)
end

-- Whether the token still holds the member. Otherwise its lease ended, and the caller must change nothing.
local function holds(member, token)
  return redis.call('HGET', due.fences, member) == token
end

-- Ends the leases of members that were handled. They rest for so long (ms). A member that became due while it was leased, which
-- moved it to the end of its lease, is due after its rest; one that is due later stays due then. Returns whether any is due again.
local function finish(members, now, rest_ms)
  local lease_ends, is_due = redis.call('ZMSCORE', due.leased, unpack(members)), false
  for _, hash in ipairs({ due.fences, due.failures, due.retries }) do redis.call('HDEL', hash, unpack(members)) end
  if rest_ms > 0 then redis.call('ZADD', due.leased, unpack(at_time(now + rest_ms, members)))
  else redis.call('ZREM', due.leased, unpack(members)) end
  for _, lane in ipairs({ due.urgent, due.routine }) do
    for i, at in ipairs(redis.call('ZMSCORE', lane, unpack(members))) do
      if at and at == lease_ends[i] then redis.call('ZADD', lane, score(now + rest_ms), members[i]) end
      is_due = is_due or at
    end
  end
  return is_due
end

-- Puts a member off until `at`; nothing makes it due earlier. It returns to the lane it was taken from, or to the urgent one
-- if it became urgent meanwhile. If it is urgent only after `at`, it stays due then too.
local function put_off(member, at, token)
  redis.call('HDEL', due.fences, member)
  redis.call('ZADD', due.leased, at, member)
  local urgent_at = tonumber(redis.call('ZSCORE', due.urgent, member))
  local is_urgent = lane_of(token) == 'urgent' or (urgent_at and urgent_at <= at)
  redis.call('ZADD', is_urgent and due.urgent or due.routine, at, member)
  if is_urgent then redis.call('ZREM', due.routine, member) end
end

-- The state changes of a due queue, put in front of every script that makes them (`loadScript(PRELUDE, yours)`).
-- KEYS[1..7], in every such script: urgent, routine, leased, fences, failures, retries, parked.
--   urgent, routine  sorted sets: member -> when it is due (ms). Urgent ones are taken first.
--   leased           sorted set: member -> when its lease, or its rest after a message, ends (ms)
--   fences           hash: member -> token of the worker that has it; the field '' counts tokens
--   failures         hash: member -> how often its worker died or threw; retries: how often it was put off
--   parked           sorted set: member -> since when (ms); it is listed, and never due
--   parked:reasons   hash beside it: member -> how often it had failed, and why it was parked
local due = {
  urgent = KEYS[1], routine = KEYS[2], leased = KEYS[3], fences = KEYS[4],
  failures = KEYS[5], retries = KEYS[6], parked = KEYS[7], reasons = KEYS[7] .. ':reasons',
}
local FAILURES_MAX = 3

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Tells the workers in how many ms something is due; they listen on the name of the urgent lane.
local function wake(in_ms)
  redis.call('PUBLISH', due.urgent, string.format('%.0f', math.max(0, in_ms)))
end

-- A member that is due already stays due at the earlier of the two times.
local function make_due(lane, member, at)
  if redis.call('ZSCORE', due.parked, member) then return false end
  redis.call('ZADD', due[lane], 'LT', at, member)
  return true
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
  redis.call('HSET', due.reasons, member, failures .. ' ' .. (why or ''))
end

-- Returns 1 if it was parked.
local function unpark(member)
  redis.call('HDEL', due.reasons, member)
  return redis.call('ZREM', due.parked, member)
end

-- Counts a death or a throw; the third one parks.
local function fail(member, now, at, why)
  local failures = redis.call('HINCRBY', due.failures, member, 1)
  if failures >= FAILURES_MAX then return park(member, now, why) end
  redis.call('ZADD', due.routine, 'LT', at, member)
end

-- True where the token still holds the member: else its lease ended and another has it, and nothing may be changed.
local function holds(member, token)
  return redis.call('HGET', due.fences, member) == token
end

-- What became due while it was in hand was moved to the end of its lease: it comes after the rest instead.
local function come_after_rest(lane, member, lease_end, at)
  if lease_end and redis.call('ZSCORE', lane, member) == lease_end then redis.call('ZADD', lane, at, member) end
end

-- A member was worked off: it rests for `rest_ms`, and what is due later stays due then.
local function finish(member, now, rest_ms)
  local lease_end = redis.call('ZSCORE', due.leased, member)
  redis.call('HDEL', due.fences, member)
  redis.call('HDEL', due.failures, member)
  redis.call('HDEL', due.retries, member)
  if rest_ms > 0 then
    redis.call('ZADD', due.leased, now + rest_ms, member)
  else
    redis.call('ZREM', due.leased, member)
  end
  come_after_rest(due.urgent, member, lease_end, now + rest_ms)
  come_after_rest(due.routine, member, lease_end, now + rest_ms)
end

-- Puts a member off until `at`, whatever makes it due meanwhile: until then it rests.
local function put_off(member, at)
  redis.call('HDEL', due.fences, member)
  redis.call('ZADD', due.leased, at, member)
  redis.call('ZREM', due.urgent, member)
  redis.call('ZADD', due.routine, at, member)
end

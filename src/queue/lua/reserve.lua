-- needs: due.lua
-- Leases members that are due to one worker, urgent ones first: `reserve()`. A script with further KEYS calls it by itself.
-- ARGV[1..4]: limit, lease (ms), process, how many of them may be urgent.
-- Returns ms until the next routine member is due or a lease ends (-1: neither), ms until the next urgent one is due (-1: none
-- waits), the token, how many of the members were urgent, the members, urgent ones first, and lists of how often each failed and
-- was put off before.
local limit, lease_ms, urgent_max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local now = now_ms()

-- A smaller step back needs nothing done: it delays the queue by no more than the step.
local STEP_BACK_MS_MIN = 5000

local function move_earlier(set, by_ms)
  local entries = redis.call('ZRANGE', set, 0, -1, 'WITHSCORES')
  local moved, text_of = {}, {}
  for i = 1, #entries, 2 do
    local at = entries[i + 1]
    text_of[at] = text_of[at] or score(at - by_ms)
    moved[i], moved[i + 1] = text_of[at], entries[i]
  end
  for i = 1, #moved, 1000 do redis.call('ZADD', set, unpack(moved, i, math.min(i + 999, #moved))) end
end

-- A time that was written later than now means that Redis' clock was set back. All times move back with it, so that each lies
-- as far ahead as when it was written.
local function follow_clock()
  local step_ms = tonumber(redis.call('GET', due.clock) or 0) - now
  if step_ms < STEP_BACK_MS_MIN then return end
  for _, set in ipairs({ due.urgent, due.routine, due.leased }) do move_earlier(set, step_ms) end
  redis.call('SET', due.clock, score(now))
end

-- Ends leases and rests whose time is over. A member whose lease ran out has lost its worker.
local function end_leases()
  local ended = redis.call('ZRANGEBYSCORE', due.leased, '-inf', now, 'LIMIT', 0, 1000)
  if #ended == 0 then return end
  local fences = redis.call('HMGET', due.fences, unpack(ended))
  redis.call('ZREM', due.leased, unpack(ended))
  for i, member in ipairs(ended) do
    if fences[i] then
      redis.call('HDEL', due.fences, member)
      die(member, now, fences[i])
    end
  end
end

local token, urgent, taken, failed, retried = '', 0, {}, {}, {}

local function lease(members, mark)
  if #members == 0 then return end
  local fences = {}
  for i, member in ipairs(members) do fences[2 * i - 1], fences[2 * i] = member, mark end
  redis.call('ZREM', due.urgent, unpack(members))
  redis.call('ZREM', due.routine, unpack(members))
  redis.call('ZADD', due.leased, unpack(at_time(now + lease_ms, members)))
  redis.call('HSET', due.fences, unpack(fences))
end

-- A member that failed before, or whose worker died, is taken alone, so that no other fails with it; returns true for one.
local function take(lane, most)
  if #taken >= most then return end
  local members = redis.call('ZRANGEBYSCORE', lane, '-inf', now, 'LIMIT', 0, most - #taken)
  if #members == 0 then return end
  if token == '' then token = ARGV[3] .. '.' .. redis.call('HINCRBY', due.fences, '', 1) end
  remember_time(now)
  local mark = lane == due.urgent and token .. URGENT or token
  local busy_until = redis.call('ZMSCORE', due.leased, unpack(members))
  local failures = redis.call('HMGET', due.failures, unpack(members))
  local retries = redis.call('HMGET', due.retries, unpack(members))
  local leased, is_suspect = {}, false
  for i, member in ipairs(members) do
    if busy_until[i] then
      redis.call('ZADD', lane, busy_until[i], member)
    elseif not is_suspect and (not failures[i] or #taken == 0) then
      leased[#leased + 1] = member
      taken[#taken + 1] = member
      failed[#taken], retried[#taken] = tonumber(failures[i] or 0), tonumber(retries[i] or 0)
      is_suspect = failures[i] and true
    end
  end
  lease(leased, mark)
  return is_suspect
end

-- The sooner of two times, of which either may be nil; -1 where both are.
local function sooner(one, other)
  return math.min(one or other or -1, other or one or -1)
end

local function reserve()
  follow_clock()
  local urgent_in_ms, leased_in_ms = first_in(due.urgent, now), first_in(due.leased, now)
  local first_in_ms = sooner(first_in(due.routine, now), leased_in_ms)
  if urgent_in_ms ~= 0 and first_in_ms ~= 0 then
    return { first_in_ms, urgent_in_ms or -1, token, urgent, taken, failed, retried }
  end
  end_leases()
  local is_alone = take(due.urgent, math.min(urgent_max, limit))
  urgent = #taken
  if not is_alone then take(due.routine, limit) end
  local next_in_ms = sooner(first_in(due.routine, now), first_in(due.leased, now))
  return { next_in_ms, first_in(due.urgent, now) or -1, token, urgent, taken, failed, retried }
end

if not KEYS[8] then return reserve() end

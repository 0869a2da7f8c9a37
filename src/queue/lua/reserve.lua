-- Leases members whose time has come, the urgent first, to one worker.
-- ARGV: limit, lease (ms).
-- Returns ms until the next look (-1: nothing waits), token, then member, failures, retries for each.
local limit, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = now_ms()

for _, member in ipairs(redis.call('ZRANGEBYSCORE', due.leased, '-inf', now, 'LIMIT', 0, 1000)) do
  redis.call('ZREM', due.leased, member)
  if redis.call('HDEL', due.fences, member) == 1 then fail(member, now, now, 'its worker died') end
end

local token, taken = '', {}

-- One that killed its worker before is taken alone, so that it takes no other down with it.
local function take(lane)
  if #taken >= limit * 3 then return end
  local members = redis.call('ZRANGEBYSCORE', lane, '-inf', now, 'LIMIT', 0, limit - #taken / 3)
  if #members == 0 then return end
  if token == '' then token = tostring(redis.call('HINCRBY', due.fences, '', 1)) end
  local busy = redis.call('ZMSCORE', due.leased, unpack(members))
  local failures = redis.call('HMGET', due.failures, unpack(members))
  local retries = redis.call('HMGET', due.retries, unpack(members))
  for i, member in ipairs(members) do
    if busy[i] then
      redis.call('ZADD', lane, busy[i], member)
    elseif not failures[i] or #taken == 0 then
      redis.call('ZREM', due.urgent, member)
      redis.call('ZREM', due.routine, member)
      redis.call('ZADD', due.leased, now + lease_ms, member)
      redis.call('HSET', due.fences, member, token)
      taken[#taken + 1] = member
      taken[#taken + 1] = failures[i] or '0'
      taken[#taken + 1] = retries[i] or '0'
      if failures[i] then return true end
    end
  end
end

if not take(due.urgent) then take(due.routine) end

local next_at = nil
for _, set in ipairs({ due.urgent, due.routine, due.leased }) do
  local first = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]
  if first and (not next_at or tonumber(first) < next_at) then next_at = tonumber(first) end
end
return { next_at and math.max(0, math.floor(next_at - now)) or -1, token, unpack(taken) }

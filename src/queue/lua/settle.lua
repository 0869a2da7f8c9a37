-- ARGV, for each reservation: member, token, outcome, ms, why (kept of what is parked)
--   done: ms of rest · retry, wait: put off for ms (retry is counted) · fail: again after ms, parked the third time
--   drop: forgotten · park: parked now
-- Returns how many still held their token; the others changed nothing.
local now = now_ms()
local settled, soonest = 0, nil

local settle = {
  done = function(member, ms) finish(member, now, ms) end,
  retry = function(member, ms)
    redis.call('HINCRBY', due.retries, member, 1)
    put_off(member, now + ms)
  end,
  wait = function(member, ms) put_off(member, now + ms) end,
  fail = function(member, ms, why)
    redis.call('HDEL', due.fences, member)
    redis.call('ZREM', due.leased, member)
    fail(member, now, now + ms, why)
  end,
  drop = function(member) forget(member) end,
  park = function(member, _, why) park(member, now, why) end,
}

for i = 1, #ARGV, 5 do
  local member, ms = ARGV[i], tonumber(ARGV[i + 3])
  if holds(member, ARGV[i + 1]) then
    settle[ARGV[i + 2]](member, ms, ARGV[i + 4])
    settled = settled + 1
    if not soonest or ms < soonest then soonest = ms end
  end
end
if soonest then wake(soonest) end
return settled

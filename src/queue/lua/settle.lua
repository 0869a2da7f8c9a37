-- ARGV, for each reservation: member, token, outcome, ms
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
  fail = function(member, ms)
    redis.call('HDEL', due.fences, member)
    redis.call('ZREM', due.leased, member)
    fail(member, now, now + ms)
  end,
  drop = function(member) forget(member) end,
  park = function(member) park(member, now) end,
}

for i = 1, #ARGV, 4 do
  local member, ms = ARGV[i], tonumber(ARGV[i + 3])
  if holds(member, ARGV[i + 1]) then
    settle[ARGV[i + 2]](member, ms)
    settled = settled + 1
    if not soonest or ms < soonest then soonest = ms end
  end
end
if soonest then wake(soonest) end
return settled

-- needs: due.lua
-- Ends reservations, each with its outcome. ARGV for each: member, token, outcome, ms, reason (kept if it is parked)
--   done: rests for ms · retry, wait: put off for ms (retry is counted) · fail: due after ms, parked the third time
-- Returns how many reservations still held; the others changed nothing.
local now = now_ms()
local settled, soonest = 0, nil

local settle = {
  done = function(member, ms) finish({ member }, now, ms) end,
  retry = function(member, ms, _, token)
    redis.call('HINCRBY', due.retries, member, 1)
    put_off(member, now + ms, token)
  end,
  wait = function(member, ms, _, token) put_off(member, now + ms, token) end,
  fail = function(member, ms, why, token)
    redis.call('HDEL', due.fences, member)
    redis.call('ZREM', due.leased, member)
    fail(member, now, now + ms, why, token)
  end,
}

for i = 1, #ARGV, 5 do
  local member, token, ms = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 3])
  if holds(member, token) then
    settle[ARGV[i + 2]](member, ms, ARGV[i + 4], token)
    settled = settled + 1
    if not soonest or ms < soonest then soonest = ms end
  end
end
if soonest then wake(soonest) end
return settled

-- needs: due.lua
-- Ends leases of a process that does not work on their members. ARGV: process ('' for all), reason, then tokens of leases
-- that go on.
--   died: each lease ends now, and the next reservation counts a failure of its member
--   unanswered: the process never received the reservation; its members are due again and nothing is counted
-- Returns how many leases were ended.
local process, reason, now, ended, goes_on = ARGV[1], ARGV[2], now_ms(), 0, {}

-- One reservation has a token for each lane; without the mark they are the same.
local function plain(token)
  return string.gsub(token, URGENT .. '$', '') .. ''
end

local function is_ended(member, token)
  return member ~= '' and not goes_on[plain(token)] and (process == '' or process_of(token) == process)
end

local function end_lease(member, token)
  if reason == 'died' then return redis.call('ZADD', due.leased, 'XX', 'CH', score(now), member) end
  put_off(member, score(now), token)
  return 1
end

for i = 3, #ARGV do goes_on[plain(ARGV[i])] = true end
local fences = redis.call('HGETALL', due.fences)
for i = 1, #fences, 2 do
  if is_ended(fences[i], fences[i + 1]) then ended = ended + end_lease(fences[i], fences[i + 1]) end
end
if ended > 0 then wake(0) end
return ended

-- needs: due.lua
-- Ends all leases, as the only worker of the queue has died: the next reservation counts a failure of each member.
-- Returns how many were ended.
local now, ended = score(now_ms()), 0
for _, member in ipairs(redis.call('HKEYS', due.fences)) do
  if member ~= '' then ended = ended + redis.call('ZADD', due.leased, 'XX', 'CH', now, member) end
end
if ended > 0 then wake(0) end
return ended

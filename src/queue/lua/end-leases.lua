-- Ends every lease, as if its time had come. Returns how many there were.
local now, ended = now_ms(), 0
for _, member in ipairs(redis.call('HKEYS', due.fences)) do
  if member ~= '' then ended = ended + redis.call('ZADD', due.leased, 'XX', 'CH', now, member) end
end
if ended > 0 then wake(0) end
return ended

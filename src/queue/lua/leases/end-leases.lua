-- needs: ../due.lua
-- Ends leases, as if their time had come. ARGV: the process that has them ('' for all of them). Returns how many.
local now, ended = now_ms(), 0
local fences = redis.call('HGETALL', due.fences)
for i = 1, #fences, 2 do
  local member, token = fences[i], fences[i + 1]
  if member ~= '' and (ARGV[1] == '' or process_of(token) == ARGV[1]) then
    ended = ended + redis.call('ZADD', due.leased, 'XX', 'CH', now, member)
  end
end
if ended > 0 then wake(0) end
return ended

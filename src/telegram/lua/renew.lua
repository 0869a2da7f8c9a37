-- needs: ../../queue/lua/due.lua
-- Renews the leases of chats. ARGV: lease (ms), then sequence key and token of each. Returns how many are still leased.
local ends, held = now_ms() + ARGV[1], 0
for i = 2, #ARGV, 2 do
  if holds(ARGV[i], ARGV[i + 1]) then held = held + 1; redis.call('ZADD', due.leased, 'XX', ends, ARGV[i]) end
end
return held

-- needs: ../../queue/lua/due.lua
-- Holds places for longer. ARGV: lease (ms), then place and token of each. Returns how many are still held.
local ends, held = now_ms() + ARGV[1], 0
for i = 2, #ARGV, 2 do
  if holds(ARGV[i], ARGV[i + 1]) then held = held + 1; redis.call('ZADD', due.leased, 'XX', ends, ARGV[i]) end
end
return held

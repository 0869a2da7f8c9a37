-- needs: due.lua
-- Makes members due at a time. ARGV: lane, time (ms; 0 is now), then members. Returns how many; parked members stay parked.
local at, now = tonumber(ARGV[2]), now_ms()
if at == 0 then at = now end
local made = 0
for i = 3, #ARGV do
  if make_due(ARGV[1], ARGV[i], at) then made = made + 1 end
end
if made > 0 then wake(at - now) end
return made

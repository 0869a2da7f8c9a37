-- needs: due.lua
-- Makes a parked member due now, as if it had never failed. ARGV: member. Returns 1, or 0 where it was not parked.
if unpark(ARGV[1]) == 0 then return 0 end
make_due('routine', ARGV[1], now_ms())
wake(0)
return 1

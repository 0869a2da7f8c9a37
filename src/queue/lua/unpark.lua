-- Takes a member out of the parked ones, and forgets how often it had failed.
-- ARGV: 1 to make it due now, else 0; member. Returns 1, or 0 where it was not parked.
if unpark(ARGV[2]) == 0 then return 0 end
if ARGV[1] == '1' then
  make_due('routine', ARGV[2], now_ms())
  wake(0)
end
return 1

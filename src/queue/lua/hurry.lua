-- needs: due.lua
-- Makes a member due now although it was put off; at most a second of its rest stays. ARGV: member. Returns 1.
local member, now = ARGV[1], now_ms()
if not redis.call('HGET', due.fences, member) then redis.call('ZADD', due.leased, 'XX', 'LT', now + 1000, member) end
make_due('routine', member, now)
wake(0)
return 1

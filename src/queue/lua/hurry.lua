-- needs: due.lua
-- Ends what a member was put off until, but for a rest of a second, and makes it due. ARGV: member. Returns 1.
local member, now = ARGV[1], now_ms()
if not redis.call('HGET', due.fences, member) then redis.call('ZADD', due.leased, 'XX', 'LT', now + 1000, member) end
make_due('routine', member, now)
wake(0)
return 1

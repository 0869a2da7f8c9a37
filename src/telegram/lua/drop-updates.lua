-- needs: ../../queue/lua/due.lua
-- Forgets the updates of a place that is parked. ARGV: place. Returns 1, or 0 where it was not parked.
if unpark(ARGV[1]) == 0 then return 0 end
redis.call('DEL', string.gsub(due.urgent, ':urgent$', '') .. ':updates:' .. ARGV[1])
return 1

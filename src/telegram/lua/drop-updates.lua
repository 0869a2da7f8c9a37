-- needs: ../../queue/lua/due.lua
-- Deletes the updates of a parked chat. ARGV: sequence key. Returns 1, or 0 if it was not parked.
if unpark(ARGV[1]) == 0 then return 0 end
redis.call('DEL', string.gsub(due.urgent, ':urgent$', '') .. ':updates:' .. ARGV[1])
return 1

-- needs: ../../queue/lua/due.lua
-- Ends the first update of a place, if one is named, and answers the next; the place is given up where none waits.
-- ARGV: place, token, 1 to end the first one, else 0. Returns the update, '' where none is left, or false where the
-- place is in other hands.
local place = ARGV[1]
if not holds(place, ARGV[2]) then return false end
local list = string.gsub(due.urgent, ':urgent$', '') .. ':updates:' .. place
if ARGV[3] == '1' then
  redis.call('LPOP', list)
  redis.call('HDEL', due.failures, place) -- it was the update that failed, if any
end
local next_update = redis.call('LINDEX', list, 0)
if next_update then return next_update end
finish(place, now_ms(), 0)
return ''

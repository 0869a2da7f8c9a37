-- needs: ../../queue/lua/due.lua
-- Removes the first update of a leased chat if asked to, and returns the next; ends the lease if none is left.
-- ARGV: sequence key, token of the lease, 1 to remove the first update, else 0.
-- Returns the update, '' if none is left, or false if another process has the lease.
local chat = ARGV[1]
if not holds(chat, ARGV[2]) then return false end
local list = string.gsub(due.urgent, ':urgent$', '') .. ':updates:' .. chat
if ARGV[3] == '1' then
  redis.call('LPOP', list)
  redis.call('HDEL', due.failures, chat) -- failures are counted for the first update
end
local next_update = redis.call('LINDEX', list, 0)
if next_update then return next_update end
finish(chat, now_ms(), 0)
return ''

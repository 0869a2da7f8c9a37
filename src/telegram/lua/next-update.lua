-- needs: ../../queue/lua/due.lua
-- Removes the first update of leased chats if asked to, and returns the next of each; ends the lease of a chat that has none left.
-- ARGV: for each chat its sequence key, the token of its lease, and 1 to remove its first update, else 0.
-- Returns for each chat the update, '' if none is left, or false if another process has the lease.
local name, now = string.gsub(due.urgent, ':urgent$', ''), now_ms()
local replies, finished, rests = {}, {}, {}
local has_failures = redis.call('EXISTS', due.failures) == 1

local function next_update(chat, token, ends)
  if not holds(chat, token) then return false end
  local list = name .. ':updates:' .. chat
  if ends == '1' then
    redis.call('LPOP', list)
    if has_failures then redis.call('HDEL', due.failures, chat) end -- failures are counted for the first update
  end
  local update = redis.call('LINDEX', list, 0)
  if update then return update end
  finished[#finished + 1], rests[#rests + 1] = chat, 0
  return ''
end

for i = 1, #ARGV, 3 do
  replies[#replies + 1] = next_update(ARGV[i], ARGV[i + 1], ARGV[i + 2])
end
finish_all(finished, now, rests)
return replies

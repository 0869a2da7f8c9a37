-- needs: ../../queue/lua/due.lua
-- Removes updates of leased chats that are done, and returns the next of each; ends the lease of a chat that has none left.
-- ARGV: for each chat its sequence key, the token of its lease, and the number of its update that is done, or ''. An update is
-- removed where it is the first, so that a call which is repeated, as its answer was lost, removes no second one.
-- Returns for each chat the update, '' if none is left, or false if another process has the lease.
local name, now = string.gsub(due.urgent, ':urgent$', ''), now_ms()
local replies, finished, rests = {}, {}, {}
local has_failures = redis.call('EXISTS', due.failures) == 1

local function is_update(text, number)
  return number ~= '' and text and string.find(text, '"update_id":' .. number .. '[,}]') ~= nil
end

local function next_update(chat, token, done)
  if not holds(chat, token) then return false end
  local list = name .. ':updates:' .. chat
  local update = redis.call('LINDEX', list, 0)
  if is_update(update, done) then
    redis.call('LPOP', list)
    if has_failures then redis.call('HDEL', due.failures, chat) end -- failures are counted for the first update
    update = redis.call('LINDEX', list, 0)
  end
  if update then return update end
  finished[#finished + 1], rests[#rests + 1] = chat, 0
  return ''
end

for i = 1, #ARGV, 3 do
  replies[#replies + 1] = next_update(ARGV[i], ARGV[i + 1], ARGV[i + 2])
end
finish_all(finished, now, rests)
return replies

-- Whether chats have soft refusals or are parked, which `soft-refusals.lua` clears. This is asked after every answer to a chat.
-- KEYS: for each chat its hash, and the parked ones of its queue. ARGV: chats. Returns 1 or 0 for each, or its error.
local replies = {}
for i, chat in ipairs(ARGV) do
  local doubts = redis.pcall('HEXISTS', KEYS[2 * i - 1], 'doubts')
  replies[i] = doubts == 0 and redis.call('ZSCORE', KEYS[2 * i], chat) and 1 or doubts
end
return replies

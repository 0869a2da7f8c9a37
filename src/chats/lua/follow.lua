-- needs: leaving/reachable.lua
-- Adds a follow; after reachable.lua, as who asks for it can be reached. KEYS[14]: chat. ARGV: chat, ref, price shown, at (ms), thread ('' for none), most.
-- All that a chat follows is told where it followed something last, also what it followed already.
-- Returns first (of the shard), followed, already, full, or gone for a chat that is to be revived first.
local chat, ref, key = ARGV[1], ARGV[2], KEYS[14]

local function be_told_in(thread)
  if thread == '' then redis.call('HDEL', key, 'thread') else redis.call('HSET', key, 'thread', thread) end
end

local function count_follows()
  local follows = 0
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.find(field, ':', 1, true) then follows = follows + 1 end
  end
  return follows
end

if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end
be_reachable(chat)
local is_followed = redis.call('HEXISTS', key, ref) == 1
if not is_followed and count_follows() >= tonumber(ARGV[6]) then return 'full' end
be_told_in(ARGV[5])
if is_followed then return 'already' end
follow_from(ref, chat, ARGV[3], tonumber(ARGV[4]))
return want(shard.followed, ref, 1) and 'first' or 'followed'

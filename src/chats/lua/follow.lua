-- needs: leaving/reachable.lua
-- Changes what a chat follows. KEYS[14]: chat. ARGV: chat, ref, a command and its arguments:
--   add PRICE AT THREAD MOST LEAST  follows from the price that was shown, as of (ms), changes of LEAST percent ('' for
--                                   every change); all that the chat follows is sent to this topic from now on ('' for none).
--                                   Returns first (of the shard), followed, already, full (it follows MOST monitors), or
--                                   gone for a chat that must be revived first
--   remove                          returns 0 if it was not followed, 2 if it was the last follow of the shard, else 1
--   least PERCENT                   sets the least change ('' for every change); returns 1, or 0 if it is not followed
local chat, ref, key = ARGV[1], ARGV[2], KEYS[14]
local told = redis.call('HGET', key, ref)

local function send_to(thread)
  if thread == '' then redis.call('HDEL', key, 'thread') else redis.call('HSET', key, 'thread', thread) end
end

local function count_follows()
  local follows = 0
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.find(field, ':', 1, true) then follows = follows + 1 end
  end
  return follows
end

local function add(price, at, thread, most, least)
  if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end
  be_reachable(chat)
  if not told and count_follows() >= most then return 'full' end
  send_to(thread)
  if told then return 'already' end
  follow_from(ref, chat, price, at, least ~= '' and least or nil)
  return want(shard.followed, ref, 1) and 'first' or 'followed'
end

local function remove()
  if not told then return 0 end
  redis.call('HDEL', key, ref)
  if redis.call('HEXISTS', key, 'gone') == 1 then return 1 end
  count('withheld', behind(ref, told))
  stop_listening(ref, chat)
  return want(shard.followed, ref, -1) and 2 or 1
end

local function set_least(percent)
  if not told then return 0 end
  local plain = string.match(told, '^%S+ %S+ %S+')
  redis.call('HSET', key, ref, percent == '' and plain or plain .. ' ' .. percent)
  return 1
end

if ARGV[3] == 'add' then return add(ARGV[4], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), ARGV[8]) end
if ARGV[3] == 'remove' then return remove() end
return set_least(ARGV[4])

-- needs: ../../queue/lua/due.lua
-- Stores updates from Telegram, each once. Keys derived here carry the tag of the due queue:
--   NAME:{n}:updates:CHAT   list: the updates of a chat (sequence key) in order; the first may be in hand
--   NAME:{n}:seen:PAGE      bits: which of 65,536 consecutive update numbers were stored, kept for a day
-- ARGV: lease (ms), how many chats may be leased to the caller, process, then sequence key, update number and update of each.
-- Returns for each: repeated, full (too many wait), waits, or the token of the lease that the caller has now.
local lease_ms, room, now = tonumber(ARGV[1]), tonumber(ARGV[2]), now_ms()
local WAITING_MAX, PAGE, REMEMBERED_SECONDS, SUSPECT_FAILURES = 200, 65536, 86400, 2
local name = string.gsub(due.urgent, ':urgent$', '')
local token, replies, is_due = nil, {}, false

local function page_of(number)
  return name .. ':seen:' .. math.floor(number / PAGE)
end

local function is_repeated(number)
  return redis.call('GETBIT', page_of(number), number % PAGE) == 1
end

local function remember(number)
  redis.call('SETBIT', page_of(number), number % PAGE, 1)
  redis.call('EXPIRE', page_of(number), REMEMBERED_SECONDS)
end

local function is_free(chat)
  return room > 0 and not redis.call('ZSCORE', due.routine, chat)
end

-- A new update makes a parked chat due again: its first update is removed, and tried a last time.
local function come_back(chat)
  if not redis.call('ZSCORE', due.parked, chat) then return false end
  unpark(chat)
  redis.call('HSET', due.failures, chat, SUSPECT_FAILURES)
  return make_due('routine', chat, now)
end

local function take(chat)
  token = token or ARGV[3] .. '.' .. redis.call('HINCRBY', due.fences, '', 1)
  room = room - 1
  redis.call('ZADD', due.leased, now + lease_ms, chat)
  redis.call('HSET', due.fences, chat, token)
  return token
end

local function keep(chat, number, update)
  if is_repeated(number) then return 'repeated' end
  is_due = come_back(chat) or is_due
  local list = name .. ':updates:' .. chat
  if redis.call('LLEN', list) >= WAITING_MAX then return 'full' end -- not marked as seen: Telegram may send it again
  remember(number)
  redis.call('RPUSH', list, update)
  if redis.call('HEXISTS', due.fences, chat) == 1 then return 'waits' end -- the holder of the lease finds it
  if is_free(chat) then return take(chat) end
  is_due = make_due('routine', chat, now) or is_due
  return 'waits'
end

for i = 4, #ARGV, 3 do
  replies[#replies + 1] = keep(ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2])
end
if is_due then wake(0) elseif token then remember_time(now) end
return replies

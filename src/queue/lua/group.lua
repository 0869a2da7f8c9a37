-- What was sent to one group. Telegram accepts 20 messages a minute from us there, edits included. We count 2 s more than a
-- minute, as messages arrive later than they are counted here, and not all equally late.
-- KEYS: the group's sorted set, in ms of Redis' clock:
--   push N, reply N      when a message was sent          asked MEMBER N    when a member began a command
--   told, told MEMBER    when it was last asked to wait   rest              until when Telegram refuses the group
-- ARGV: a command and its argument:
--   send KIND      counts a message or an edit, push or reply; returns 0, or in how many ms there is room and counts nothing
--   return KIND    takes back the newest message of a kind, which was counted and not sent; returns how many were taken back
--   admit MEMBER   whether a member's command may begin: go, notice (ask it to wait) or silence
--   pause MS       after a 429: nothing is sent to the group for so long, or for longer if an earlier 429 said so; returns 1
local WINDOW_MS, ALL_MAX, AHEAD_MS_MAX = 62000, 20, 1000
-- Price updates and answers leave a part to each other, and a command begins only where its answer has room too. The first
-- `sure` updates go wherever commands may begin; further ones leave room for members who have not asked yet.
local MOST = {
  push = { own = 12, all = 15, sure = 3 },
  command = { own = 14, all = 18 },
  reply = { own = ALL_MAX, all = ALL_MAX },
}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - WINDOW_MS)

local function put(entry, at)
  redis.call('ZADD', KEYS[1], string.format('%.0f', at), entry)
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(WINDOW_MS, at - now + WINDOW_MS)))
end

-- In how many ms fewer than `most` of these times, the oldest first, are within the window.
local function until_fewer(times, most)
  local blocking = times[#times - most + 1]
  return blocking and blocking + WINDOW_MS - now or 0
end

-- All entries. If a message was sent in the future, Redis' clock was set back: all times move back with it.
local function entries_now()
  local entries, ahead = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), 0
  for i = 1, #entries, 2 do
    if entries[i] ~= 'rest' then ahead = math.max(ahead, entries[i + 1] - now) end
  end
  if ahead <= AHEAD_MS_MAX then return entries end
  for i = 1, #entries, 2 do
    entries[i + 1] = entries[i + 1] - ahead
    redis.call('ZADD', KEYS[1], string.format('%.0f', entries[i + 1]), entries[i])
  end
  return entries
end

-- When messages were sent, all of them and those of one kind, and for how long Telegram refuses the group (ms).
local function sent_of(kind)
  local entries, all, own, paused_ms = entries_now(), {}, {}, 0
  local counted = kind == 'command' and 'reply' or kind
  for i = 1, #entries, 2 do
    local sort, at = string.match(entries[i], '^%a+'), tonumber(entries[i + 1])
    if sort == 'rest' then paused_ms = math.max(0, at - now) end
    if sort == 'push' or sort == 'reply' then all[#all + 1] = at end
    if sort == counted then own[#own + 1] = at end
  end
  return all, own, paused_ms
end

-- In how many ms there is room for one more of a kind: push, command or reply; 0 where there is.
local function wait_of(kind)
  local all, own, paused_ms = sent_of(kind)
  local most = MOST[kind]
  local all_most = #own < (most.sure or 0) and MOST.command.all or most.all
  return math.max(paused_ms, until_fewer(all, all_most), until_fewer(own, most.own))
end

local function send(kind)
  local wait_ms = wait_of(kind)
  if wait_ms == 0 then put(kind .. ' ' .. time[1] .. '.' .. time[2], now) end
  return wait_ms
end

local function take_back(kind)
  for _, entry in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
    if string.match(entry, '^%a+') == kind and entry ~= kind then return redis.call('ZREM', KEYS[1], entry) end
  end
  return 0
end

local function count_starting_with(start)
  local count = 0
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if string.sub(entry, 1, #start) == start then count = count + 1 end
  end
  return count
end

local function notice_once_a_minute(entry)
  if redis.call('ZSCORE', KEYS[1], entry) then return 'silence' end
  put(entry, now)
  return 'notice'
end

-- A member has at most half of what the others left, so a member who floods leaves room for them. A notice is sent only
-- where there is room for it.
local function admit(member)
  local NOTICE_ROOM, ASKED = 3, 'asked ' .. member .. ' '
  if wait_of('command') > 0 then return wait_of('reply') > 0 and 'silence' or notice_once_a_minute('told') end
  local all, own = sent_of('command')
  local room, asked = math.min(MOST.command.all - #all, MOST.command.own - #own), count_starting_with(ASKED)
  if asked > 0 and asked >= room then return room < NOTICE_ROOM and 'silence' or notice_once_a_minute('told ' .. member) end
  put(ASKED .. time[1] .. '.' .. time[2], now)
  return 'go'
end

local function pause(ms)
  local until_ms = now + ms
  if until_ms > tonumber(redis.call('ZSCORE', KEYS[1], 'rest') or 0) then put('rest', until_ms) end
  return 1
end

if ARGV[1] == 'send' then return send(ARGV[2]) end
if ARGV[1] == 'return' then return take_back(ARGV[2]) end
if ARGV[1] == 'admit' then return admit(ARGV[2]) end
return pause(ARGV[2])

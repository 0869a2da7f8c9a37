-- What was sent to one group. Telegram accepts 20 messages a minute from us there, edits included. We count 2 s more than a
-- minute, as messages arrive later than they are counted here, and not all equally late.
-- KEYS: the group's sorted set, in ms of Redis' clock:
--   push N, reply N      when a message was sent          asked MEMBER N    when a member began a command
--   told, told MEMBER    when it was last asked to wait   rest              until when Telegram refuses the group
-- ARGV: a command and its argument:
--   send KIND      counts a message or an edit, push or reply; returns 0, or in how many ms there is room and counts nothing
--   admit MEMBER   whether a member's command may begin: go, notice (ask it to wait) or silence, and in how many ms it may
--   press MEMBER   the same of a pressed button, whose answer is no message: never notice
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

local function times_starting_with(start)
  local entries, times = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'), {}
  for i = 1, #entries, 2 do
    if string.sub(entries[i], 1, #start) == start then times[#times + 1] = tonumber(entries[i + 1]) end
  end
  return times
end

-- How many of these times are still within the window in so many ms.
local function count_in(times, ms)
  local count = 0
  for _, at in ipairs(times) do
    if at + WINDOW_MS > now + ms then count = count + 1 end
  end
  return count
end

local function notice_once_a_minute(entry)
  if redis.call('ZSCORE', KEYS[1], entry) then return 'silence' end
  put(entry, now)
  return 'notice'
end

-- In how many ms a member who asked at these times has room, and how much room all have now. A member has at most half of
-- what the others left, so a member who floods leaves room for them.
local function wait_of_member(asked)
  local all, own = sent_of('command')
  local function room_in(ms)
    return math.min(MOST.command.all - count_in(all, ms), MOST.command.own - count_in(own, ms))
  end
  local function may_begin_in(ms)
    local count = count_in(asked, ms)
    return count == 0 or count < room_in(ms)
  end
  if may_begin_in(0) then return 0, room_in(0) end
  local wait_ms = WINDOW_MS
  for _, times in ipairs({ all, asked }) do
    for _, at in ipairs(times) do
      local ms = at + WINDOW_MS - now
      if ms < wait_ms and may_begin_in(ms) then wait_ms = ms end
    end
  end
  return wait_ms, room_in(0)
end

-- A notice is sent only where there is room for it.
local function admit(member, is_press)
  local NOTICE_ROOM, ASKED = 3, 'asked ' .. member .. ' '
  local asked, group_ms = times_starting_with(ASKED), wait_of('command')
  local member_ms, room = wait_of_member(asked)
  local wait_ms = math.max(group_ms, member_ms)
  if wait_ms == 0 then
    put(ASKED .. time[1] .. '.' .. time[2], now)
    return { 'go', 0 }
  end
  local no_room = group_ms > 0 and wait_of('reply') > 0 or group_ms == 0 and room < NOTICE_ROOM
  if is_press or no_room then return { 'silence', wait_ms } end
  return { notice_once_a_minute(group_ms > 0 and 'told' or 'told ' .. member), wait_ms }
end

local function pause(ms)
  local until_ms = now + ms
  if until_ms > tonumber(redis.call('ZSCORE', KEYS[1], 'rest') or 0) then put('rest', until_ms) end
  return 1
end

if ARGV[1] == 'send' then return send(ARGV[2]) end
if ARGV[1] == 'admit' or ARGV[1] == 'press' then return admit(ARGV[2], ARGV[1] == 'press') end
return pause(ARGV[2])

-- What was sent to one group, put in front of every script about it (`loadScript(GROUP, yours)`). Telegram takes 20
-- messages a minute from us, edits included. We count 2 s more than a minute: messages come there after they are counted
-- here, and not all equally late.
-- KEYS: the group's own sorted set, in ms of Redis' time: `push N` and `reply N` -> when it was sent; `asked MEMBER N` ->
-- when a member began a command; `told`, `told MEMBER` -> when it was asked for patience; `rest` -> until when Telegram
-- takes nothing for it.
local WINDOW_MS, ALL_MAX, AHEAD_MS_MAX = 62000, 20, 1000
-- News and answers leave a part to each other, and commands begin only where their answers have room as well. The first
-- `sure` ones go wherever commands may begin; further ones leave room for those who have not asked yet.
local MOST = {
  push = { own = 12, all = 15, sure = 3 },
  command = { own = 14, all = 18 },
  reply = { own = ALL_MAX, all = ALL_MAX },
}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - WINDOW_MS)

local function put(member, at)
  redis.call('ZADD', KEYS[1], string.format('%.0f', at), member)
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(WINDOW_MS, at - now + WINDOW_MS)))
end

-- Until fewer than `most` of these moments, the oldest first, are within the window (ms).
local function until_fewer(moments, most)
  local blocking = moments[#moments - most + 1]
  return blocking and blocking + WINDOW_MS - now or 0
end

-- All that is known of the group. Redis' clock was set back where a message was sent ahead of it: all moments move with it.
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

-- When what was sent went out, all of it and that of one kind, and for how long Telegram takes nothing (ms).
local function sent_of(kind)
  local entries, all, own, rest_ms = entries_now(), {}, {}, 0
  local counted = kind == 'command' and 'reply' or kind
  for i = 1, #entries, 2 do
    local sort, at = string.match(entries[i], '^%a+'), tonumber(entries[i + 1])
    if sort == 'rest' then rest_ms = math.max(0, at - now) end
    if sort == 'push' or sort == 'reply' then all[#all + 1] = at end
    if sort == counted then own[#own + 1] = at end
  end
  return all, own, rest_ms
end

-- In how many ms there is room for one more of a kind: push, command or reply; 0 where there is.
local function wait_of(kind)
  local all, own, rest_ms = sent_of(kind)
  local most = MOST[kind]
  local all_most = #own < (most.sure or 0) and MOST.command.all or most.all
  return math.max(rest_ms, until_fewer(all, all_most), until_fewer(own, most.own))
end

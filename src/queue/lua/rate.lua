-- The rate that all processes share, and their pause after a 429 (flood limit).
-- KEYS: limit, a hash whose name is the channel as well; the private chats that were answered lately (hashed) with when.
-- Fields of limit, times in µs of Redis' clock:
--   tat      the first free place              leased   when the last lease ends
--   crowd    how many groups, and private chats answered lately, were refused within a second, and since when
--   gate     until when nothing may be sent    refused  the last private chat that was refused, and when
--   share    permille of the configured rate that repeated 429s left
--   lowered  since when the share may rise: 2 % of the configured rate every 10 s
--   second, replies, replies_before   messages of this second that did not wait for a place, and of the second before
-- ARGV: µs between two places at the configured rate, a command, and its arguments:
--   take PLACES AHEAD   leases places; none lies further ahead than so many µs
--   spend PLACES CHAT   counts messages that did not wait for a place, for which others leave room a second later, and the private
--                       chat that they answered ('' for none)
--   pause MS CHAT       after a 429 to a chat: it waits alone, or all processes do; '' for a refusal of the whole bot
-- Returns now, µs between two places, µs for which sending is paused, then what the command adds.
local SHARE_WHOLE, SHARE_LEAST, RISE_SHARE, RISE_MICROS = 1000, 100, 20, 10000000
-- `spend` moves the first free place by 1 s at most, `take` by less.
local AHEAD_MICROS_MAX = 2000000
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local state = redis.call('HMGET', KEYS[1], 'tat', 'gate', 'share', 'lowered', 'leased')
local tat, gate = math.max(tonumber(state[1] or 0), now), tonumber(state[2] or 0)
local lowered, last_lease = tonumber(state[4] or 0), tonumber(state[5] or 0)

local function set(field, micros)
  redis.call('HSET', KEYS[1], field, string.format('%.0f', micros))
end

-- A first free place this far ahead was written before Redis' clock was set back. All times move back with it; otherwise
-- nobody would get a place until the clock has caught up.
local ahead = tat - now
if ahead > AHEAD_MICROS_MAX + ARGV[1] * SHARE_WHOLE / SHARE_LEAST then
  tat, gate, lowered, last_lease = now, gate - ahead, lowered - ahead, last_lease - ahead
  set('tat', tat)
  set('gate', gate)
  set('lowered', lowered)
  set('leased', last_lease)
end

local function share_now()
  local rises = math.max(0, math.floor((now - lowered) / RISE_MICROS))
  return math.min(SHARE_WHOLE, tonumber(state[3] or SHARE_WHOLE) + RISE_SHARE * rises)
end

local share = share_now()
local interval = math.floor(ARGV[1] * SHARE_WHOLE / share + 0.5)
local paused_micros = math.max(0, gate - now)

-- The messages that did not wait for a place in this second and in the one before.
local SECOND_MICROS = 1000000
local second = math.floor(now / SECOND_MICROS)
local function replies_now()
  local known = redis.call('HMGET', KEYS[1], 'second', 'replies', 'replies_before')
  local at, count, before = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
  if at == second then return count, before end
  return 0, at == second - 1 and count or 0
end

-- µs between two leased places: people who ask come first, and as many as asked within a second may ask in the next one. A
-- quarter of the rate is left.
local function interval_beside_replies()
  local LEFT_SHARE = 0.25
  local rate = SECOND_MICROS / interval
  return SECOND_MICROS / math.max(rate * LEFT_SHARE, rate - math.max(replies_now()))
end

-- Leases places on one grid (GCRA), so that a process that wakes late loses none. Adds how many were leased, and when the
-- first of them is; with 0, when to ask again: until then only places further ahead are free.
-- After a pause connections are made first. The first messages then arrive late, and would fall into one second with those
-- sent a second later, so 100 ms stay free after the first lease. Skipped when the interval is below UNLIMITED_MICROS.
local function take(wanted, horizon)
  local PAUSE_MICROS, CONNECT_MICROS, UNLIMITED_MICROS = 1000000, 100000, 100
  if paused_micros > 0 then return { now, interval, paused_micros, 0, gate } end
  if tat > now + horizon / 2 then return { now, interval, 0, 0, tat - horizon / 2 } end
  local between = interval_beside_replies()
  local given = math.min(wanted, math.floor((now + horizon - tat) / between) + 1)
  local ends = tat + given * between
  local was_paused = now - last_lease > PAUSE_MICROS
  set('leased', ends)
  set('tat', (was_paused and interval >= UNLIMITED_MICROS) and ends + CONNECT_MICROS or ends)
  return { now, interval, 0, given, tat, math.floor(between + 0.5) }
end

local ANSWERED_MICROS = 10000000
local function hash(chat)
  return redis.sha1hex(chat) -- the number of a chat that deletes its data stays nowhere
end

-- Moves the first free place by what came more than within the last second, and by 1 s at most: Telegram forgets a flood of answers
-- after a second, so waiting messages must not wait longer for it.
local function spend(places, chat)
  local DEBT_MICROS_MAX = 1000000
  if chat ~= '' then redis.call('ZADD', KEYS[2], string.format('%.0f', now), hash(chat)) end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - ANSWERED_MICROS))
  local count, before = replies_now()
  redis.call('HSET', KEYS[1], 'second', string.format('%.0f', second), 'replies', count + places, 'replies_before', before)
  local unforeseen = math.max(count + places, before) - math.max(count, before)
  set('tat', math.max(tat, math.min(tat + interval * unforeseen, now + DEBT_MICROS_MAX)))
  return { now, interval, paused_micros }
end

-- Whether fewer than 10 such chats got a 429 within a second: each may have reached its own limit.
local function is_one_of_few()
  local FEW, TOGETHER_MICROS = 10, 1000000
  local count, since = string.match(redis.call('HGET', KEYS[1], 'crowd') or '', '^(%d+) (%d+)$')
  if not since or math.abs(now - tonumber(since)) > TOGETHER_MICROS then
    count, since = 0, string.format('%.0f', now)
  end
  redis.call('HSET', KEYS[1], 'crowd', (count + 1) .. ' ' .. since)
  return count + 1 < FEW
end

-- Whether no other private chat got a 429 within 5 s: then the refusal may concern this chat only.
local function is_alone(chat)
  local ALIKE_MICROS = 5000000
  chat = hash(chat)
  local last, at = string.match(redis.call('HGET', KEYS[1], 'refused') or '', '^(%S+) (%d+)$')
  redis.call('HSET', KEYS[1], 'refused', chat .. ' ' .. string.format('%.0f', now))
  return not last or last == chat or math.abs(now - tonumber(at)) > ALIKE_MICROS
end

local function is_group(chat)
  return string.sub(chat, 1, 1) == '-'
end

local function is_answered(chat)
  return redis.call('ZSCORE', KEYS[2], hash(chat))
end

-- Whether the 429 of a chat may be its own. Whoever brings groups, or by commands private chats, to their own limits has no 10 of them.
local function concerns_one(chat)
  if chat == '' then return false end
  if is_group(chat) or is_answered(chat) then return is_one_of_few() end
  return is_alone(chat)
end

-- Pauses sending, never for shorter than it is paused already, and publishes it: `MS`, or `MS CHAT` for one chat. The rate falls to 80 % if the last pause
-- ended less than a minute ago or the rate is lowered already; not during a pause, as what is refused then was sent before, nor for
-- who was just answered, as replies come on top of the rate.
-- Adds 1 if this paused all processes, 0 for a chat that alone was refused.
local function pause(ms, chat)
  local REPEATED_MICROS = 60000000
  local until_micros = now + ms * 1000
  if concerns_one(chat) then
    if not is_group(chat) then redis.call('PUBLISH', KEYS[1], ms .. ' ' .. chat) end
    return { now, interval, paused_micros, 0 }
  end
  if paused_micros == 0 and not is_answered(chat) and (now - gate < REPEATED_MICROS or share < SHARE_WHOLE) then
    local less = math.max(SHARE_LEAST, math.floor(share * 0.8))
    interval = math.floor(ARGV[1] * SHARE_WHOLE / less + 0.5)
    set('share', less)
    set('lowered', until_micros)
  end
  if until_micros > gate then
    set('gate', until_micros)
    redis.call('PUBLISH', KEYS[1], ms)
  end
  return { now, interval, math.max(gate, until_micros) - now, 1 }
end

if ARGV[2] == 'take' then return take(tonumber(ARGV[3]), tonumber(ARGV[4])) end
if ARGV[2] == 'spend' then return spend(ARGV[3], ARGV[4]) end
return pause(ARGV[3], ARGV[4])

-- The state of the common rate, put in front of every script of the limiter (`loadScript(RATE, yours)`).
-- KEYS: limit. ARGV[1]: µs between two places at the configured rate.
-- The hash holds `tat` = the first free moment, `leased` = where the last lease ended, `gate` = closed until, `share` =
-- permille of the configured rate that repeated 429s left, `lowered` = since when it may rise again (moments in µs of
-- Redis' time).
local SHARE_WHOLE, SHARE_LEAST, RISE_SHARE, RISE_MICROS = 1000, 100, 20, 10000000
-- Answers put the first free moment off by 1 s at most (`spend.lua`), places by less (`take.lua`).
local AHEAD_MICROS_MAX = 2000000
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local state = redis.call('HMGET', KEYS[1], 'tat', 'gate', 'share', 'lowered', 'leased')
local tat, gate = math.max(tonumber(state[1] or 0), now), tonumber(state[2] or 0)
local lowered, last_lease = tonumber(state[4] or 0), tonumber(state[5] or 0)

local function set(field, micros)
  redis.call('HSET', KEYS[1], field, string.format('%.0f', micros))
end

-- Redis' clock was set back: a first free moment so far ahead was written by the clock before. All moments move with it;
-- else nobody had a place until it had caught up.
local ahead = tat - now
if ahead > AHEAD_MICROS_MAX + ARGV[1] * SHARE_WHOLE / SHARE_LEAST then
  tat, gate, lowered, last_lease = now, gate - ahead, lowered - ahead, last_lease - ahead
  set('tat', tat)
  set('gate', gate)
  set('lowered', lowered)
  set('leased', last_lease)
end

-- What is left of the rate comes back by 2 % of the whole every 10 s.
local function share_now()
  local rises = math.max(0, math.floor((now - lowered) / RISE_MICROS))
  return math.min(SHARE_WHOLE, tonumber(state[3] or SHARE_WHOLE) + RISE_SHARE * rises)
end

local share = share_now()
local interval = math.floor(ARGV[1] * SHARE_WHOLE / share + 0.5)
local closed_micros = math.max(0, gate - now)

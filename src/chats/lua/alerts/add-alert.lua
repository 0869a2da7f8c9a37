-- needs: arm.lua
-- Adds an alert. KEYS[14]: chat. ARGV: chat, its text without `from`, the value of its signal that was shown, how many alerts
-- a chat may have. The shard has taken the prices that were shown. Returns its number, 1 if the monitors watched in this shard have
-- changed, 1 if the threshold is passed already; or full, or gone for a chat that must be revived first.
local chat, key, most = ARGV[1], KEYS[14], tonumber(ARGV[4])
if redis.call('HEXISTS', key, 'gone') == 1 then return { 'gone' } end

-- The numbers that are taken, and how many.
local function taken_ids()
  local taken, count_of = {}, 0
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local id = string.match(field, '^alert(%d+)$')
    if id then
      taken[id] = true
      count_of = count_of + 1
    end
  end
  return taken, count_of
end

-- Deletes alerts whose time is over, except those with an undelivered trigger. True if nobody watches some monitor any more.
local function forget_expired(taken)
  local seconds, has_changed = math.floor(now_ms() / 1000), false
  for id in pairs(taken) do
    local text = redis.call('HGET', key, 'alert' .. id)
    local ends = tonumber(parse_alert(text)['until'])
    if ends and ends <= seconds and redis.call('HEXISTS', shard.fired, chat .. ':' .. id) == 0 then
      has_changed = forget_alert(chat, id, text, 'withheld') or has_changed
    end
  end
  return has_changed
end

local taken, count_of = taken_ids()
local has_changed = false
if count_of >= most then
  has_changed = forget_expired(taken)
  local _, left = taken_ids()
  if left >= most then return { 'full' } end
end
local id = next_number(key)

-- A shard refuses a price that is older than its own. Its own price of a monitor that nobody wants may be one that was dated ahead
-- and never corrected here: the value that was shown is used instead.
local function is_wanted(signal)
  for _, ref in ipairs({ refs_of(signal) }) do
    if redis.call('HEXISTS', shard.followed, ref) == 0 and redis.call('HEXISTS', shard.watched, ref) == 0 then return false end
  end
  return true
end

local alert = parse_alert(ARGV[2])
local is_known = is_wanted(alert.signal)
local value = is_known and signal_now(alert.signal) or tonumber(ARGV[3])
if is_move(alert) then alert.from = is_known and price_of(alert.signal) or ARGV[3] end
if not alert.paused then arm(chat, id, alert, value) end
-- The lists of these people name the chat until its data is deleted, though its alerts may be gone by then.
local makers = redis.call('HGET', key, 'makers') or ''
if alert.by and not string.find(makers, alert.by, 1, true) then redis.call('HSET', key, 'makers', makers .. alert.by .. ' ') end
redis.call('HSET', key, 'alert' .. id, alert_text(alert))
has_changed = watch(alert.signal, 1) or has_changed
return { id, has_changed and 1 or 0, is_past(alert, value) and 1 or 0 }

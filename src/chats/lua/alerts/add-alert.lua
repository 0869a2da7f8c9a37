-- needs: arm.lua
-- Adds an alert. KEYS[14]: chat. ARGV: chat, its text without `from`, the value of its signal that was shown, how many alerts
-- a chat may have. The shard has taken the prices that were shown. Returns its number, and 1 if the monitors watched in this shard
-- have changed, else 0; or full, or gone for a chat that must be revived first.
local chat, key, most = ARGV[1], KEYS[14], tonumber(ARGV[4])
if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end

local count_of = 0
for _, field in ipairs(redis.call('HKEYS', key)) do
  if string.find(field, '^alert%d+$') then count_of = count_of + 1 end
end
if count_of >= most then return 'full' end
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
return { id, watch(alert.signal, 1) and 1 or 0 }

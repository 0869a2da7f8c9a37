-- needs: ../shown.lua
-- Gives an alert another value; it keeps its number, and counts from now. KEYS[14]: chat. ARGV: chat, alert, value, then
-- what the chat was just shown, as `shown.lua` reads it. Returns -1 if there is none, 1 if the threshold is passed already,
-- else 0; or gone for a chat to be revived first.
local chat, id, key = ARGV[1], ARGV[2], KEYS[14]
if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end
take_shown(4)
local text = redis.call('HGET', key, 'alert' .. id)
if not text then return -1 end
local alert = parse_alert(text)
if alert.done then return -1 end
disarm(chat, id, alert.signal)
count('withheld', redis.call('HDEL', shard.fired, chat .. ':' .. id)) -- it was the old value that was passed
alert.value = ARGV[3]
if not alert.paused then arm_from_now(chat, id, alert) end
redis.call('HSET', key, 'alert' .. id, alert_text(alert))
local value, threshold = signal_now(alert.signal), tonumber(alert.value)
if not value then return 0 end
return ((alert.kind == 'above' and value > threshold) or (alert.kind == 'below' and value < threshold)) and 1 or 0

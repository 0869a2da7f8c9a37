-- needs: alerts.lua
-- Pauses an alert, or takes it up again. KEYS[14]: chat. ARGV: chat, alert, 1 or 0. Returns 1, or 0 if there is none.
local chat, id, key = ARGV[1], ARGV[2], KEYS[14]
local text = redis.call('HGET', key, 'alert' .. id)
if not text then return 0 end
local alert = parse_alert(text)
if alert.done or redis.call('HEXISTS', key, 'gone') == 1 then return 0 end
disarm(chat, id, alert.signal)
alert.paused = ARGV[3] == '1' or nil
if not alert.paused then arm_from_now(chat, id, alert) end
redis.call('HSET', key, 'alert' .. id, alert_text(alert))
return 1

-- needs: arm.lua
-- Changes one alert of a chat. KEYS[14]: chat. ARGV: chat, alert, a command and its arguments:
--   edit VALUE KIND     gives it another value, and another kind unless that is '', armed from now. Returns gone for a chat
--                       that must be revived first
--   pause, resume       it resumes from the price now; in a chat that had left, when that comes back
--   remove              returns 0 if there is no such alert, 2 if nobody in this shard watches one of its monitors any more,
--                       else 1
local chat, id, key, command = ARGV[1], ARGV[2], KEYS[14], ARGV[3]
local text = redis.call('HGET', key, 'alert' .. id)
local is_gone = redis.call('HEXISTS', key, 'gone') == 1

local function edit(value, kind)
  if is_gone then return 'gone' end
  if not text then return end
  local alert = parse_alert(text)
  if alert.done or not is_known(alert) then return end
  disarm(chat, id, alert.signal)
  count('withheld', redis.call('HDEL', shard.fired, chat .. ':' .. id)) -- the old value was passed, not this one
  alert.value = value
  if kind ~= '' then alert.kind = kind end
  if not alert.paused then arm_from_now(chat, id, alert) end
  redis.call('HSET', key, 'alert' .. id, alert_text(alert))
end

local function set_paused(paused)
  if not text then return end
  local alert = parse_alert(text)
  if alert.done then return end
  disarm(chat, id, alert.signal)
  alert.paused = paused
  if not paused and not is_gone then arm_from_now(chat, id, alert) end
  redis.call('HSET', key, 'alert' .. id, alert_text(alert))
end

local function remove()
  if not text then return 0 end
  if is_gone then
    redis.call('HDEL', key, 'alert' .. id)
    return 1
  end
  return forget_alert(chat, id, text, 'withheld') and 2 or 1
end

if command == 'edit' then return edit(ARGV[4], ARGV[5]) end
if command == 'remove' then return remove() end
return set_paused(command == 'pause' or nil)

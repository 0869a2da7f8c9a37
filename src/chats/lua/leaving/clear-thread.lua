-- needs: ../alerts/alerts.lua
-- A topic of a chat is gone: price updates and alerts that went there go to the chat itself.
-- KEYS[14]: chat. ARGV: chat, topic ('' for any). Returns how many fields named it.
local key, topic = KEYS[14], ARGV[2]
local cleared = 0

local function is_it(thread)
  return thread and (topic == '' or thread == topic)
end

local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  local field, value = fields[i], fields[i + 1]
  local alert = string.find(field, '^alert%d+$') and parse_alert(value)
  if alert and is_it(alert.thread) then
    alert.thread = nil
    redis.call('HSET', key, field, alert_text(alert))
    cleared = cleared + 1
  elseif field == 'thread' and is_it(value) then
    redis.call('HDEL', key, field)
    cleared = cleared + 1
  end
end
return cleared

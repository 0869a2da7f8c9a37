-- Adds an alert. KEYS[14]: chat. ARGV: chat, its text without `from`, what its signal was when it was shown, most
-- alerts of a chat. Returns its number, 1 if nobody in this shard watched one of its monitors before, 1 if the threshold
-- is passed already; or full, or gone for a chat that is to be revived first.
local chat, key = ARGV[1], KEYS[14]
if redis.call('HEXISTS', key, 'gone') == 1 then return { 'gone' } end
local taken, count_of = {}, 0
for _, field in ipairs(redis.call('HKEYS', key)) do
  local id = string.match(field, '^alert(%d+)$')
  if id then
    taken[id] = true
    count_of = count_of + 1
  end
end
if count_of >= tonumber(ARGV[4]) then return { 'full' } end
local id = 1
while taken[tostring(id)] do id = id + 1 end

local alert = parse_alert(ARGV[2])
local value = signal_now(alert.signal) or tonumber(ARGV[3])
if alert.kind == 'percent' then alert.from = price_of(alert.signal) or ARGV[3] end
arm(chat, id, alert, value)
redis.call('HSET', key, 'alert' .. id, alert_text(alert))
local is_first = watch(alert.signal, 1)
local threshold = tonumber(alert.value)
local is_past = (alert.kind == 'above' and value > threshold) or (alert.kind == 'below' and value < threshold)
return { id, is_first and 1 or 0, is_past and 1 or 0 }

-- A chat that had left can be reached again: what it follows counts from the price now, its alerts are armed anew, and
-- its digest is due again.
-- KEYS[14]: chat. ARGV: chat. Returns 1 if something is followed or watched again in this shard.
local chat, key = ARGV[1], KEYS[14]
redis.call('PERSIST', key)
if redis.call('HDEL', key, 'gone') == 0 then return 0 end
local has_changed = false
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  local field, value = fields[i], fields[i + 1]
  local id = string.match(field, '^alert(%d+)$')
  if id then
    local alert = parse_alert(value)
    has_changed = watch(alert.signal, 1) or has_changed
    if not alert.paused then
      arm_from_now(chat, id, alert)
      redis.call('HSET', key, field, alert_text(alert))
    end
  elseif string.find(field, ':', 1, true) then
    local price, at, least = string.match(value, '^(%S+) (%S+) %S+ ?(%S*)')
    local _, newest_at, newest_price = newest(field)
    follow_from(field, chat, newest_price or price, newest_at or time_of(at), least ~= '' and least or nil)
    has_changed = want(shard.followed, field, 1) or has_changed
  end
end
if redis.call('HEXISTS', key, 'digest') == 1 then
  -- It begins anew: what moved while the chat was away is no news, and its first one is due at its hour.
  redis.call('HDEL', key, 'digestPrices')
  redis.call('HSET', key, 'digested', string.format('%.0f', now_ms()))
  make_due('routine', chat, now_ms())
  wake(0)
end
return has_changed and 1 or 0

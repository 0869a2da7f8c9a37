-- needs: ../alerts/arm.lua reachable.lua
-- A chat can be reached. If it had left, it follows from the prices now, its alerts are armed again and its digest is due
-- again. KEYS[14]: chat. ARGV: chat, then ref, price and as of (ms) of each price that it was just shown. Returns 1 if this
-- shard wants a monitor that nobody wanted before.
local chat, key = ARGV[1], KEYS[14]
redis.call('PERSIST', key)
be_reachable(chat)
if redis.call('HDEL', key, 'gone') == 0 then return 0 end

-- The shard's own price may be days old if nobody wanted it: alerts are armed from those that are no older.
local seen = {}
for i = 2, #ARGV, 3 do
  local ref, price, at = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  local _, newest_at = newest(ref)
  seen[ref] = { price = price, at = at }
  if at >= (newest_at or 0) then shown[ref] = price end
end

local function follow_again(ref, value)
  local price, at, least = string.match(value, '^(%S+) (%S+) %S+ ?(%S*)')
  local _, newest_at, newest_price = newest(ref)
  local last = seen[ref] or { price = newest_price or price, at = newest_at or time_of(at) }
  follow_from(ref, chat, last.price, last.at, least ~= '' and least or nil)
  return want(shard.followed, ref, 1)
end

local function watch_again(field, value)
  local alert = parse_alert(value)
  if not alert.paused then
    arm_from_now(chat, string.match(field, '%d+$'), alert)
    redis.call('HSET', key, field, alert_text(alert))
  end
  return watch(alert.signal, 1)
end

-- The digest starts again: it does not show what changed while the chat was away, and is due at its hour.
local function be_due_for_digest()
  redis.call('HDEL', key, 'digestPrices')
  redis.call('HSET', key, 'digested', string.format('%.0f', now_ms()))
  make_due('routine', chat, now_ms())
  wake(0)
end

local has_changed = false
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  local field, value = fields[i], fields[i + 1]
  if string.find(field, '^alert%d+$') then has_changed = watch_again(field, value) or has_changed
  elseif string.find(field, ':', 1, true) then has_changed = follow_again(field, value) or has_changed
  elseif field == 'digest' then be_due_for_digest() end
end
return has_changed and 1 or 0

-- needs: arm.lua ../leaving/pack.lua
-- Moves one alert with its trigger to a chat: `adopt_alert`, for `adopt.lua`.
local chat, key = ARGV[1], KEYS[14]
-- What the chat had at its former number, by field.
local fields = {}

-- What people asked for, without the state of the alert.
local function request_of(alert)
  return alert_text({
    kind = alert.kind, signal = alert.signal, value = alert.value, once = alert.once,
    cooldown = alert.cooldown, ['until'] = alert['until'], thread = alert.thread,
  })
end

-- The number of the same alert if the chat has it already, as after a migration that was broken off, else nil; then the old
-- number, or the next free one if that is taken.
local function number_for(alert, old)
  local taken = {}
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local id = string.match(field, '^alert(%d+)$')
    if id then
      if request_of(parse_alert(redis.call('HGET', key, field))) == request_of(alert) then return id end
      taken[id] = true
    end
  end
  return nil, taken[old] and tostring(next_number(key)) or old
end

-- Whether the signal passed the threshold between the prices of the two shards: one may be a price ahead of the other.
local function has_passed(alert, was, is)
  if not is_move(alert) then return is_past(alert, is) and not is_past(alert, was) end
  local rising, falling = bounds_of_move(alert, was)
  return (rising and is > rising) or (falling and is < falling)
end

local function is_ready(alert)
  local seconds = math.floor(now_ms() / 1000)
  if alert['until'] and tonumber(alert['until']) <= seconds then return false end
  return may_trigger(alert, seconds)
end

-- Arms an alert from the newer price of the two shards. Returns what that triggers, or nil.
local function arm_here(id, alert, was, was_at)
  if not is_known(alert) then return nil end
  local is, at, trigger_text = seen_now(alert.signal)
  local from = is_move(alert) and alert.from or was
  local is_behind = not is or (was and was_at > at)
  if not is_behind and from and has_passed(alert, tonumber(from), tonumber(is)) and is_ready(alert) then
    trigger_text = from .. ' ' .. is .. ' ' .. string.format('%.0f', at)
    if alert.cooldown then alert.at = math.floor(now_ms() / 1000) end
    if is_move(alert) then alert.from = is end
    alert.done = alert.once
  end
  local now_at = is_move(alert) and alert.from or (is_behind and was or is)
  if not alert.done then arm(chat, id, alert, tonumber(now_at)) end
  return trigger_text
end

-- Stores a new alert. Returns what it triggers at once, or nil.
local function keep_alert(id, old, alert)
  local was, was_at = string.match(fields['seen:' .. old] or '', '^(%S+) (%S+)$')
  local trigger_text = not alert.paused and not alert.done and arm_here(id, alert, was, tonumber(was_at)) or nil
  redis.call('HSET', key, 'alert' .. id, alert_text(alert))
  watch(alert.signal, 1)
  return trigger_text
end

local function adopt_alert(field, value)
  local old = string.match(field, '%d+$')
  local alert, trigger = parse_alert(value), fields['fired:' .. old]
  if alert.done and not trigger then return end
  local own, free = number_for(alert, old)
  local id = own or free
  if not own then
    trigger = keep_alert(id, old, alert) or trigger
  elseif alert.done then -- it was triggered for good during the migration
    disarm(chat, id, alert.signal)
    redis.call('HSET', key, 'alert' .. id, value)
  end
  if trigger and redis.call('HSETNX', shard.fired, chat .. ':' .. id, trigger) == 1 then
    count('due', 1)
    make_due(alert.routine and 'routine' or 'urgent', chat, now_ms())
  end
end

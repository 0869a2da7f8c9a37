-- needs: ../leaving/pack.lua
-- An alert of another chat, and what it has triggered, given to a chat, as a function for `adopt.lua`; after pack.lua.
local chat, key = ARGV[1], KEYS[14]
-- What the other chat had, by field.
local fields = {}

-- What an alert was made for, without what became of it since.
local function wish_of(alert)
  return alert_text({
    kind = alert.kind, signal = alert.signal, value = alert.value, once = alert.once,
    cooldown = alert.cooldown, ['until'] = alert['until'], thread = alert.thread,
  })
end

-- The number under which the chat has the same wish already, as after a move that begins anew; or nil. Then the old number,
-- or the next one where it is taken.
local function place_of(alert, old)
  local taken = {}
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local id = string.match(field, '^alert(%d+)$')
    if id then
      if wish_of(parse_alert(redis.call('HGET', key, field))) == wish_of(alert) then return id end
      taken[id] = true
    end
  end
  return nil, taken[old] and tostring(next_number(key)) or old
end

-- A shard may be a price ahead of another. What the alert waits for has come to pass in this one alone, where it did not wait.
local function has_passed(alert, was, is)
  local at = tonumber(alert.value)
  if alert.kind == 'above' then return was <= at and is > at end
  if alert.kind == 'below' then return was >= at and is < at end
  return is > just_below(clean(was * (1 + at / 100))) or is < just_above(clean(was * (1 - at / 100)))
end

local function may_tell(alert)
  local seconds = math.floor(now_ms() / 1000)
  if alert['until'] and tonumber(alert['until']) <= seconds then return false end
  return not alert.at or not alert.cooldown or tonumber(alert.at) + tonumber(alert.cooldown) <= seconds
end

-- Arms an alert by the newer of what the two shards know. Returns what it triggers by that; or nil.
local function arm_here(id, alert, was, was_at)
  local is, at, story = seen_now(alert.signal)
  local from = alert.kind == 'percent' and alert.from or was
  local is_behind = not is or (was and was_at > at)
  if not is_behind and from and has_passed(alert, tonumber(from), tonumber(is)) and may_tell(alert) then
    story = from .. ' ' .. is .. ' ' .. string.format('%.0f', at)
    if alert.cooldown then alert.at = math.floor(now_ms() / 1000) end
    if alert.kind == 'percent' then alert.from = is end
    alert.done = alert.once
  end
  local now_at = alert.kind == 'percent' and alert.from or (is_behind and was or is)
  if not alert.done then arm(chat, id, alert, tonumber(now_at)) end
  return story
end

-- Keeps a new alert. Returns what it triggers at once; or nil.
local function keep_alert(id, old, alert)
  local was, was_at = string.match(fields['seen:' .. old] or '', '^(%S+) (%S+)$')
  local story = not alert.paused and not alert.done and arm_here(id, alert, was, tonumber(was_at)) or nil
  redis.call('HSET', key, 'alert' .. id, alert_text(alert))
  watch(alert.signal, 1)
  return story
end

local function adopt_alert(field, value)
  local old = string.match(field, '%d+$')
  local alert, trigger = parse_alert(value), fields['fired:' .. old]
  if alert.done and not trigger then return end
  local own, free = place_of(alert, old)
  local id = own or free
  if not own then
    trigger = keep_alert(id, old, alert) or trigger
  elseif alert.done then -- it was triggered for good while it moved
    disarm(chat, id, alert.signal)
    redis.call('HSET', key, 'alert' .. id, value)
  end
  if trigger and redis.call('HSETNX', shard.fired, chat .. ':' .. id, trigger) == 1 then
    count('due', 1)
    make_due('urgent', chat, now_ms())
  end
end

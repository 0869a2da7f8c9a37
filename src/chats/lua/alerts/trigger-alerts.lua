-- needs: arm.lua
-- Triggers the alerts that prices pass, for `match.lua`: their chats are due at once.
-- A crossing of a signal has its value before and now (as text, and as a number), as of a time (ms).

-- How many alerts one call takes, so that Redis is never busy for long.
local alerts_left = 1000
-- How many chats this call has made due.
local made = 0
local now = now_ms()

local function trigger(lane, chat, id, trigger_text)
  local is_fresh = redis.call('HSET', shard.fired, chat .. ':' .. id, trigger_text)
  count('due', 1)
  count('superseded', 1 - is_fresh)
  made = made + (make_due(lane, chat, now) or 0)
end

local function trigger_text(crossing, from)
  return from .. ' ' .. crossing.to .. ' ' .. score(crossing.at)
end

local function lane_for_alert(alert)
  return alert.routine and 'routine' or 'urgent'
end

-- A triggered alert waits on the other side of its threshold to be re-armed.
local function wait_to_rearm(signal, direction, at, member)
  if direction == 'rising' then redis.call('ZADD', waiting_set('falling', signal), just_above(at), member)
  else redis.call('ZADD', waiting_set('rising', signal), just_below(at), member) end
end

-- A move waits again around the price now. In its cooldown it triggers nothing, and keeps what it is measured from.
local function rebase(crossing, chat, id, alert, is_ready)
  disarm(chat, id, crossing.signal)
  arm(chat, id, alert, crossing.value)
  if is_ready then
    trigger(lane_for_alert(alert), chat, id, trigger_text(crossing, alert.from))
    alert.from = crossing.to
  end
end

-- Deletes an alert whose time is over, or marks it as done if an earlier trigger is still to be delivered.
local function expire(chat, id, alert, text)
  if redis.call('HEXISTS', shard.fired, chat .. ':' .. id) == 0 then
    forget_alert(chat, id, text, 'withheld')
    return
  end
  alert.done = true
  disarm(chat, id, alert.signal)
  redis.call('HSET', chat_key(chat), 'alert' .. id, alert_text(alert))
end

-- An alert whose text must be read: once, with a cooldown, until a day, or of a move.
local function trigger_special(crossing, direction, chat, id, at)
  local field, seconds = 'alert' .. id, math.floor(now / 1000)
  local text = redis.call('HGET', chat_key(chat), field)
  if not text then return end
  local alert = parse_alert(text)
  if not is_known(alert) then return end -- by a later version of the program; an error would stop every price here
  if alert['until'] and tonumber(alert['until']) <= seconds then
    expire(chat, id, alert, text)
    return
  end
  local is_ready = may_trigger(alert, seconds)
  alert.at = is_ready and seconds or alert.at
  if is_move(alert) then
    rebase(crossing, chat, id, alert, is_ready)
  else
    if is_ready then trigger(lane_for_alert(alert), chat, id, trigger_text(crossing, crossing.from)) end
    if not alert.once then wait_to_rearm(crossing.signal, direction, at, chat .. ':' .. id .. ':S') end
  end
  if alert.once then
    alert.done = true
    disarm(chat, id, crossing.signal)
  end
  redis.call('HSET', chat_key(chat), field, alert_text(alert))
end

local function take(crossing, direction, member, at)
  local chat, id, mode = string.match(member, '^(.-):(%d+):(%a)$')
  if mode == 'p' then
    trigger('urgent', chat, id, trigger_text(crossing, crossing.from))
    wait_to_rearm(crossing.signal, direction, at, chat .. ':' .. id .. ':P')
  elseif mode == 's' then
    trigger_special(crossing, direction, chat, id, at)
  else
    local other = waiting_set(direction == 'rising' and 'falling' or 'rising', crossing.signal)
    redis.call('ZADD', other, clean(at), chat .. ':' .. id .. ':' .. string.lower(mode))
  end
end

-- Removes up to `most` alerts whose threshold was passed, and returns them as member, score, …. Of the rising ones these are
-- the lowest, of the falling ones the highest, so that they can be removed by rank.
local function take_out(direction, set, value, most)
  local beyond = string.format('(%.17g', value)
  if direction == 'rising' then
    local entries = redis.call('ZRANGEBYSCORE', set, '-inf', beyond, 'WITHSCORES', 'LIMIT', 0, most)
    if #entries > 0 then redis.call('ZREMRANGEBYRANK', set, 0, #entries / 2 - 1) end
    return entries
  end
  local entries = redis.call('ZREVRANGEBYSCORE', set, '+inf', beyond, 'WITHSCORES', 'LIMIT', 0, most)
  if #entries > 0 then redis.call('ZREMRANGEBYRANK', set, -#entries / 2, -1) end
  return entries
end

-- Triggers the alerts that wait in one direction and were passed, as many as are left.
local function trigger_crossed(direction, crossing)
  local set = waiting_set(direction, crossing.signal)
  local entries = take_out(direction, set, crossing.value, alerts_left)
  for i = 1, #entries, 2 do take(crossing, direction, entries[i], tonumber(entries[i + 1])) end
  alerts_left = alerts_left - #entries / 2
end

-- Triggers the alerts that a signal has passed; true when none is left.
local function trigger_on_signal(crossing)
  trigger_crossed('rising', crossing)
  if alerts_left > 0 then trigger_crossed('falling', crossing) end
  return alerts_left > 0
end

-- Triggers the alerts on the gaps of a monitor, by all prices that changed; true when none is left.
local function trigger_on_gaps(ref, was_of, at)
  for _, gap in ipairs(redis.call('SMEMBERS', 'gaps:' .. TAG .. ':' .. ref)) do
    local first, second = refs_of(gap)
    local from = value_of(was_of[first] or price_of(first), was_of[second] or price_of(second))
    local to = value_of(price_of(first), price_of(second))
    if to and not trigger_on_signal({ signal = gap, from = from, to = to, value = to, at = at }) then return false end
  end
  return true
end

-- Triggers the alerts between the old and the newest prices of the changes of one notification; true when none is left.
local function trigger_alerts(changes)
  local was_of = {}
  for _, change in ipairs(changes) do was_of[change.ref] = change.was end
  for _, change in ipairs(changes) do
    local _, at, is = newest(change.ref)
    local crossing = { signal = change.ref, from = change.was, to = is, value = clean(tonumber(is)), at = at }
    if not (trigger_on_signal(crossing) and trigger_on_gaps(change.ref, was_of, at)) then return false end
  end
  return true
end

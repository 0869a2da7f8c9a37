-- needs: arm.lua
-- Triggers the alerts that prices pass, for `match.lua`: their chats are due at once.
-- A crossing of a signal has its value before and now (as text, and as a number), as of a time (ms).

-- How many alerts one call takes, so that Redis is never busy for long.
local alerts_left = 1000
local CHUNK = 400
-- How many chats this call has made due.
local made = 0

-- Adds two arguments to a list of them. The list knows its length, which Lua would look for each time.
local function put(list, first, second)
  local n = list.n
  list[n + 1], list[n + 2], list.n = first, second, n + 2
end

-- The changes of one page of alerts, as lists for commands that take many members.
local function begin_page(crossing)
  local to, at = crossing.to, score(crossing.at)
  return {
    signal = crossing.signal, to = to, at = at, value = crossing.value, trigger_text = crossing.from .. ' ' .. to .. ' ' .. at,
    rising = { n = 0 }, falling = { n = 0 }, fired = { n = 0 }, urgent = {}, routine = {},
  }
end

local function trigger(page, lane, chat, key, trigger_text)
  put(page.fired, key, trigger_text)
  local chats = page[lane]
  chats[#chats + 1] = chat
end

local function lane_for_alert(alert)
  return alert.routine and 'routine' or 'urgent'
end

-- A triggered alert waits on the other side of its threshold to be re-armed.
local function wait_to_rearm(page, direction, score, member)
  if direction == 'rising' then put(page.falling, just_above(score), member)
  else put(page.rising, just_below(score), member) end
end

-- A move waits again around the price now. In its cooldown it triggers nothing, and keeps what it is measured from.
local function rebase(page, chat, id, alert, is_ready)
  disarm(chat, id, page.signal)
  arm(chat, id, alert, page.value)
  if is_ready then
    trigger(page, lane_for_alert(alert), chat, chat .. ':' .. id, alert.from .. ' ' .. page.to .. ' ' .. page.at)
    alert.from = page.to
  end
end

-- Deletes an alert whose time is over, or marks it as done if an earlier trigger is still to be delivered.
local function expire(page, chat, id, alert, text)
  if redis.call('HEXISTS', shard.fired, chat .. ':' .. id) == 0 then
    forget_alert(chat, id, text, 'withheld')
    return
  end
  alert.done = true
  disarm(chat, id, page.signal)
  redis.call('HSET', chat_key(chat), 'alert' .. id, alert_text(alert))
end

-- An alert whose text must be read: once, with a cooldown, until a day, or of a move.
local function trigger_special(page, direction, chat, id, score)
  local field = 'alert' .. id
  local text = redis.call('HGET', chat_key(chat), field)
  if not text then return end
  local alert = parse_alert(text)
  if not is_known(alert) then return end -- by a later version of the program; an error would stop every price here
  page.seconds = page.seconds or math.floor(now_ms() / 1000)
  local seconds = page.seconds
  if alert['until'] and tonumber(alert['until']) <= seconds then
    expire(page, chat, id, alert, text)
    return
  end
  local is_ready = may_trigger(alert, seconds)
  alert.at = is_ready and seconds or alert.at
  if is_move(alert) then
    rebase(page, chat, id, alert, is_ready)
  else
    if is_ready then trigger(page, lane_for_alert(alert), chat, chat .. ':' .. id, page.trigger_text) end
    if not alert.once then wait_to_rearm(page, direction, score, chat .. ':' .. id .. ':S') end
  end
  if alert.once then
    alert.done = true
    disarm(chat, id, page.signal)
  end
  redis.call('HSET', chat_key(chat), field, alert_text(alert))
end

local function take(page, direction, member, score)
  local mode, key = string.sub(member, -1), string.sub(member, 1, -3)
  local chat = string.sub(key, 1, string.find(key, ':', 1, true) - 1)
  if mode == 'p' then
    trigger(page, 'urgent', chat, key, page.trigger_text)
    wait_to_rearm(page, direction, score, key .. ':P')
  elseif mode == 's' then
    trigger_special(page, direction, chat, string.match(key, '%d+$'), score)
  else
    put(direction == 'rising' and page.falling or page.rising, clean(score), key .. ':' .. string.lower(mode))
  end
end

local function finish_page(page)
  if page.rising.n > 0 then redis.call('ZADD', waiting_set('rising', page.signal), unpack(page.rising)) end
  if page.falling.n > 0 then redis.call('ZADD', waiting_set('falling', page.signal), unpack(page.falling)) end
  local triggered = page.fired.n / 2
  if triggered == 0 then return end
  local fresh = redis.call('HSET', shard.fired, unpack(page.fired))
  count('due', triggered)
  count('superseded', triggered - fresh)
  make_all_due('urgent', page.urgent)
  make_all_due('routine', page.routine)
  made = made + triggered
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

-- Triggers a page of the alerts that wait in one direction and were passed.
local function trigger_crossed(direction, crossing)
  local set = waiting_set(direction, crossing.signal)
  local entries = take_out(direction, set, crossing.value, math.min(alerts_left, CHUNK))
  if #entries == 0 then return end
  local page = begin_page(crossing)
  for i = 1, #entries, 2 do take(page, direction, entries[i], entries[i + 1] + 0) end
  alerts_left = alerts_left - #entries / 2
  finish_page(page)
end

-- Triggers the alerts that a signal has passed; true when none is left.
local function trigger_on_signal(crossing)
  repeat
    local before = alerts_left
    trigger_crossed('rising', crossing)
    if alerts_left > 0 then trigger_crossed('falling', crossing) end
  until alerts_left == before or alerts_left <= 0
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

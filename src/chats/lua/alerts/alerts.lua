-- needs: ../shard.lua
-- Alerts, for every script that changes them. An alert waits at a threshold for its signal to pass.
-- A signal is a monitor (its ref; the price) or the gap of two (`REF/REF`; in percent of the first).
--   rising:{n}:SIGNAL   sorted set: alerts that wait for the signal to exceed the score
--   falling:{n}:SIGNAL  sorted set: alerts that wait for the signal to fall below the score
--   gaps:{n}:REF        set: the gaps that a monitor is part of
-- Members are `chat:alert:mode`. Modes: p plain; s special, its text is read before it triggers; P, S the same, triggered and
-- waiting to be re-armed when the signal crosses back. A threshold that was passed is removed, so no price is compared with
-- an alert twice. Scores are doubles; of decimals with up to 15 digits they keep the order. For "at least", the score is the
-- next double.
-- The text of an alert, in field `alertN` of its chat: kind (`rates/alert-kinds.ts`), signal, value, then any of
--   once · cooldown=SECONDS · until=SECONDS · at=SECONDS (last triggered) · from=PRICE (of a move) · thread=N
--   by=MARK (of the person who made it) · routine (it overtakes no follower) · paused · done
local function clean(number)
  if math.abs(number) < 1e-100 then return 0 end
  return tonumber(string.format('%.15g', number))
end

local function just_above(number)
  return number == 0 and 1e-200 or number + math.abs(number) * 2.22e-16
end

local function just_below(number)
  return -just_above(-number)
end

local function parse_alert(text)
  local kind, signal, value, rest = string.match(text, '^(%S+) (%S+) (%S+)(.*)$')
  local alert = { kind = kind, signal = signal, value = value }
  for word in string.gmatch(rest, '%S+') do
    local name, given = string.match(word, '^(%a+)=(.+)$')
    if name then alert[name] = given else alert[word] = true end
  end
  return alert
end

local function alert_text(alert)
  local words = { alert.kind, alert.signal, alert.value }
  for _, flag in ipairs({ 'once', 'paused', 'routine', 'done' }) do
    if alert[flag] then words[#words + 1] = flag end
  end
  for _, name in ipairs({ 'cooldown', 'until', 'at', 'from', 'thread', 'by' }) do
    if alert[name] then words[#words + 1] = name .. '=' .. alert[name] end
  end
  return table.concat(words, ' ')
end

local function waiting_set(direction, signal)
  return direction .. ':' .. TAG .. ':' .. signal
end

local function refs_of(signal)
  local first, second = string.match(signal, '^(.-)/(.+)$')
  return first or signal, second
end

-- The value of a signal at given prices of its monitors; nil if one is not known. Gaps have 6 decimals.
local function value_of(first, second)
  if second == nil then return first and clean(tonumber(first)) end
  if not first or not second then return nil end
  return clean(math.floor((tonumber(second) / tonumber(first) - 1) * 1e8 + 0.5) / 1e6)
end

-- Prices by ref that a chat was shown and the shard does not have; alerts are armed from them.
local shown = {}

local function price_of(ref)
  local _, _, price = newest(ref)
  return shown[ref] or price or false
end

local function signal_now(signal)
  local first, second = refs_of(signal)
  if second then return value_of(price_of(first), price_of(second)) end
  return value_of(price_of(first))
end

local function disarm(chat, id, signal)
  local member = chat .. ':' .. id .. ':'
  for _, direction in ipairs({ 'rising', 'falling' }) do
    redis.call('ZREM', waiting_set(direction, signal), member .. 'p', member .. 's', member .. 'P', member .. 'S')
  end
end

-- Adds to how many alerts watch a signal and its monitors; true for the first and the last one of a monitor.
local function watch(signal, by)
  local first, second = refs_of(signal)
  local has_changed = want(shard.watched, first, by)
  if not second then return has_changed end
  has_changed = want(shard.watched, second, by) or has_changed
  if want(shard.watched, signal, by) then
    for _, ref in ipairs({ first, second }) do
      redis.call(by > 0 and 'SADD' or 'SREM', 'gaps:' .. TAG .. ':' .. ref, signal)
    end
  end
  return has_changed
end

-- The number of a new alert. No number is used twice, as buttons of old messages still name it.
local function next_number(key)
  local last = tonumber(redis.call('HGET', key, 'lastAlert') or 0)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    last = math.max(last, tonumber(string.match(field, '^alert(%d+)$') or 0))
  end
  redis.call('HSET', key, 'lastAlert', last + 1)
  return last + 1
end

-- Deletes an alert and its undelivered trigger, which counts as `outcome` in the ledger. True if nobody watches one of its
-- monitors any more.
local function forget_alert(chat, id, text, outcome)
  local alert = parse_alert(text)
  disarm(chat, id, alert.signal)
  count(outcome, redis.call('HDEL', shard.fired, chat .. ':' .. id))
  redis.call('HDEL', chat_key(chat), 'alert' .. id)
  return watch(alert.signal, -1)
end

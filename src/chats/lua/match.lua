-- needs: alerts/trigger-alerts.lua
-- Takes the prices of one notification in one shard: stores the newest price of each monitor, triggers the alerts that they
-- pass, and makes due the chats that follow.
-- ARGV: how many followers at most this call makes due; then of each price, no monitor twice: ref, as of (ms), the later time
-- that it corrects ('' for none), price, JSON. The JSON has the rounded price (by `roundedPrice`), and says whether the price
-- is an answer that the server may have rounded.
-- Returns 1 if the same call is to be made again (else 0), and how many chats were made due.
-- All prices are stored before the first chat is due, so that no chat is told one without the others. If one call cannot
-- trigger all alerts, the changes of price are noted and further prices wait for them: an alert that was passed triggers even if the
-- price comes back, and the next call goes on after a kill. A fan-out is noted in the same way.
local left = tonumber(ARGV[1])
local seen = {}
for i = 2, #ARGV, 5 do
  local ref, as_of, corrects, price, json = unpack(ARGV, i, i + 4)
  seen[#seen + 1] = {
    ref = ref, as_of = math.max(0, tonumber(as_of)), corrects = tonumber(corrects), price = price, json = json,
  }
end

-- Servers may round a price in answers and send it in full in notifications.
local function rounded_in(json)
  return string.match(json, '"rounded":"([^"]+)"')
end

local function may_be_rounded(json)
  return string.find(json, '"mayBeRounded":true', 1, true) ~= nil
end

local function store_price(one, sequence, price, json)
  redis.call('HSET', shard.prices, one.ref, table.concat({ sequence, score(one.as_of), price, json }, ' '))
end

-- If one of two prices is the other rounded by the server, the full one is stored under the same number, so that no chat is
-- told it twice. Returns which of the two was rounded, or nil if they differ.
local function store_full_price(one, sequence, was)
  -- Most prices differ by more than half a hundredth, which is quick to check.
  if math.abs(was - one.price) > 0.0051 then return nil end
  local known = redis.call('HGET', shard.prices, one.ref)
  if rounded_in(known) ~= rounded_in(one.json) then return nil end
  if may_be_rounded(known) then
    store_price(one, sequence, one.price, one.json)
    return was
  end
  if not may_be_rounded(one.json) then return nil end
  store_price(one, sequence, was, string.match(known, '^%d+ %d+ %S+ (.*)$'))
  return one.price
end

-- Stores a price. If it differs from the last, returns whether any chat follows it, and the last price if an alert watches
-- it.
local function store(one)
  local ref, price = one.ref, one.price
  local sequence, at, was = newest(ref)
  if not sequence then sequence, at, was = 0, -1, nil end
  local is_older = at > one.as_of or (at == one.as_of and was ~= price)
  if is_older and at ~= one.corrects then return false end
  if was == price then
    store_price(one, sequence, price, one.json)
    return false
  end
  local is_watched = redis.call('HEXISTS', shard.watched, ref) == 1
  local rounded = was and store_full_price(one, sequence, was)
  if rounded then return false, is_watched and rounded == was and was end -- an alert may be between the two
  store_price(one, sequence + 1, price, one.json)
  local following = tonumber(redis.call('HGET', shard.followed, ref) or 0)
  count('due', following)
  return following > 0, is_watched and (was or price)
end

-- Chats that were told this price before their page came, as they were due for something else, listen on. Returns the others.
local function keep_listening(ref, chats)
  if redis.call('HEXISTS', shard.fan_outs, early(ref)) == 0 then return chats end
  local others = {}
  for _, chat in ipairs(chats) do
    local told = redis.call('HGET', chat_key(chat), ref)
    if told and behind(ref, told) > 0 then others[#others + 1] = chat
    elseif told then listen(ref, chat) end
  end
  return others
end

-- Lua passes on less than 8,000 values at once.
local PAGE = 1000

-- Makes due the chats that listen in one bucket to any of the monitors whose fan-out has reached it.
local function empty_bucket(fan_outs, bucket)
  for _, one in ipairs(fan_outs) do
    if one.bucket == bucket then
      local key = listeners(one.ref, bucket)
      local chats = redis.call('SMEMBERS', key)
      redis.call('DEL', key)
      local others = keep_listening(one.ref, chats)
      for first = 1, #others, PAGE do
        local page = { unpack(others, first, math.min(first + PAGE - 1, #others)) }
        made = made + (make_all_due('routine', page, now) or 0)
      end
      left = left - #chats
      one.bucket = bucket + 1
    end
  end
end

-- Makes due a page of listening chats, bucket by bucket; true when every fan-out has reached its last bucket.
local function fan_out(fan_outs)
  local bucket = BUCKETS
  for _, one in ipairs(fan_outs) do bucket = math.min(bucket, one.bucket) end
  while bucket < BUCKETS and left > 0 do
    empty_bucket(fan_outs, bucket)
    bucket = bucket + 1
  end
  for _, one in ipairs(fan_outs) do
    if one.bucket < BUCKETS then redis.call('HSET', shard.fan_outs, one.ref, one.bucket)
    else redis.call('HDEL', shard.fan_outs, one.ref, early(one.ref)) end
  end
  return bucket == BUCKETS
end

-- Triggers the alerts that an earlier call had no room for; true when none is left.
local function trigger_noted()
  local noted = redis.call('HGET', shard.fan_outs, '')
  if not noted then return true end
  local changes = {}
  for ref, was in string.gmatch(noted, '(%S+) (%S+)') do changes[#changes + 1] = { ref = ref, was = was } end
  if not trigger_alerts(changes) then return false end
  redis.call('HDEL', shard.fan_outs, '')
  return true
end

local function note(changes)
  local words = {}
  for _, change in ipairs(changes) do words[#words + 1] = change.ref .. ' ' .. change.was end
  redis.call('HSET', shard.fan_outs, '', table.concat(words, ' '))
end

local function match()
  if not trigger_noted() then return 1 end
  local changes, fan_outs = {}, {}
  for _, one in ipairs(seen) do
    local is_followed, was = store(one)
    if was then changes[#changes + 1] = { ref = one.ref, was = was } end
    local bucket = is_followed and 0 or tonumber(redis.call('HGET', shard.fan_outs, one.ref) or nil)
    if bucket then fan_outs[#fan_outs + 1] = { ref = one.ref, bucket = bucket } end
  end
  local is_all = trigger_alerts(changes)
  if not is_all then
    note(changes)
    left = 0 -- followers are made due by a later call
  end
  return fan_out(fan_outs) and is_all and 0 or 1
end

local again = match()
if made > 0 then wake(0) end
return { again, made }

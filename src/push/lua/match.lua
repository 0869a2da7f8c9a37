-- Keeps the newest price of a monitor in one shard; takes out the alerts that it passes and makes their chats due at
-- once, then makes due the chats that listen. ARGV: ref, as of (ms), price, sighting as JSON, most chats a call.
-- Returns 1 if it is to be called again with the same arguments (else 0), and how many chats were made due.
-- A move is noted until its alerts are all taken, and a further price waits for that: so an alert that was passed
-- triggers even if the price comes back, and what a kill breaks off is taken up by the next call. So is a fan-out.
local ref, as_of, price, sighting, left = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[5])
local now, made = now_ms(), 0
local CHUNK = 400

local function make_all_due(lane, chats)
  if #chats == 0 then return end
  made = made + #chats
  if redis.call('EXISTS', due.parked) == 1 then
    for _, chat in ipairs(chats) do make_due(lane, chat, now) end
    return
  end
  local scored, at = {}, score(now)
  for i, chat in ipairs(chats) do
    scored[2 * i - 1], scored[2 * i] = at, chat
  end
  for i = 1, #scored, 2 * CHUNK do
    redis.call('ZADD', due[lane], 'LT', unpack(scored, i, math.min(i + 2 * CHUNK - 1, #scored)))
  end
end

-- What the alerts of one page come to: lists for commands that take many at once.
local function begin_page(signal, from, to, value)
  local story = from .. ' ' .. to .. ' ' .. as_of
  return { signal = signal, to = to, value = value, story = story, rising = {}, falling = {}, fired = {}, chats = {} }
end

local function trigger(page, chat, key, story)
  local fired, chats = page.fired, page.chats
  fired[#fired + 1] = key
  fired[#fired + 1] = story
  chats[#chats + 1] = chat
end

local function wait_in(set, score, member)
  set[#set + 1] = score
  set[#set + 1] = member
end

-- The other side of a threshold: where an alert waits to be re-armed once it was triggered.
local function wait_to_rearm(page, direction, score, member)
  if direction == 'rising' then wait_in(page.falling, just_above(score), member)
  else wait_in(page.rising, just_below(score), member) end
end

-- A percentage waits anew around the price now. While it is cool it says nothing, and keeps what it is measured from.
local function rebase(page, chat, id, alert, is_cool)
  disarm(chat, id, page.signal)
  arm(chat, id, alert, page.value)
  if is_cool then
    trigger(page, chat, chat .. ':' .. id, alert.from .. ' ' .. page.to .. ' ' .. as_of)
    alert.from = page.to
  end
end

-- An alert whose text matters: once, with a cooldown, until a day, or a percentage measured from where it triggered.
local function trigger_special(page, direction, chat, id, score)
  local field = 'alert' .. id
  local text = redis.call('HGET', chat_key(chat), field)
  if not text then return end
  local alert = parse_alert(text)
  local seconds = math.floor(now / 1000)
  if alert['until'] and tonumber(alert['until']) <= seconds then
    forget_alert(chat, id, text, 'withheld')
    return
  end
  local is_cool = not alert.at or not alert.cooldown or tonumber(alert.at) + tonumber(alert.cooldown) <= seconds
  alert.at = is_cool and seconds or alert.at
  if alert.kind == 'percent' then
    rebase(page, chat, id, alert, is_cool)
  else
    if is_cool then trigger(page, chat, chat .. ':' .. id, page.story) end
    if not alert.once then wait_to_rearm(page, direction, score, chat .. ':' .. id .. ':S') end
  end
  if alert.once then
    alert.done = true
    disarm(chat, id, page.signal)
  end
  redis.call('HSET', chat_key(chat), field, alert_text(alert))
end

local function take(page, direction, member, score)
  local key, chat, mode = string.match(member, '^((-?%d+):%d+):(.)$')
  if mode == 'p' then
    trigger(page, chat, key, page.story)
    wait_to_rearm(page, direction, score, key .. ':P')
  elseif mode == 's' then
    trigger_special(page, direction, chat, string.match(key, '%d+$'), score)
  else
    wait_in(direction == 'rising' and page.falling or page.rising, clean(score), key .. ':' .. string.lower(mode))
  end
end

local function finish_page(page)
  if #page.rising > 0 then redis.call('ZADD', waiting_set('rising', page.signal), unpack(page.rising)) end
  if #page.falling > 0 then redis.call('ZADD', waiting_set('falling', page.signal), unpack(page.falling)) end
  if #page.fired == 0 then return end
  local fresh = redis.call('HSET', shard.fired, unpack(page.fired))
  count('due', #page.fired / 2)
  count('superseded', #page.fired / 2 - fresh)
  make_all_due('urgent', page.chats)
end

-- Takes out a page of those that wait in one direction and were passed.
local function pass(direction, signal, from, to, value)
  local set, most = waiting_set(direction, signal), math.min(left, CHUNK)
  local beyond = string.format('(%.17g', value)
  local entries = direction == 'rising'
    and redis.call('ZRANGEBYSCORE', set, '-inf', beyond, 'WITHSCORES', 'LIMIT', 0, most)
    or redis.call('ZRANGEBYSCORE', set, beyond, '+inf', 'WITHSCORES', 'LIMIT', 0, most)
  if #entries == 0 then return end
  local passed = {}
  for i = 1, #entries, 2 do passed[#passed + 1] = entries[i] end
  redis.call('ZREM', set, unpack(passed))
  local page = begin_page(signal, from, to, value)
  for i = 1, #entries, 2 do take(page, direction, entries[i], tonumber(entries[i + 1])) end
  left = left - #passed
  finish_page(page)
end

-- Takes out what a signal has passed; true when nothing of it is left.
local function pass_signal(signal, from, to, value)
  repeat
    local before = left
    pass('rising', signal, from, to, value)
    if left > 0 then pass('falling', signal, from, to, value) end
  until left == before or left <= 0
  return left > 0
end

-- Takes a page of the alerts that the noted move passes; true when none is left.
local function take_alerts(move)
  local moved, was = string.match(move, '^(%S+) (%S+)$')
  local is = price_of(moved)
  if not pass_signal(moved, was, is, clean(tonumber(is))) then return false end
  for _, gap in ipairs(redis.call('SMEMBERS', 'gaps:' .. TAG .. ':' .. moved)) do
    local first, second = refs_of(gap)
    local from = value_of(first == moved and was or price_of(first), second == moved and was or price_of(second))
    local to = signal_now(gap)
    if to and not pass_signal(gap, from, to, to) then return false end
  end
  redis.call('HDEL', shard.moves, '')
  return true
end

local function keep_price(sequence)
  redis.call('HSET', shard.prices, ref, string.format('%.0f %.0f %s %s', sequence, as_of, price, sighting))
end

-- Keeps what was seen; begins a move where the price is another one.
local function see()
  local sequence, at, was = newest(ref)
  if not sequence then sequence, at, was = 0, -1, nil end
  if at > as_of or (at == as_of and was ~= price) then return end
  if was == price then return keep_price(sequence) end
  keep_price(sequence + 1)
  local following = tonumber(redis.call('HGET', shard.followed, ref) or 0)
  count('due', following)
  if following > 0 then redis.call('HSET', shard.moves, ref, 0) end
  if redis.call('HEXISTS', shard.watched, ref) == 1 then redis.call('HSET', shard.moves, '', ref .. ' ' .. (was or price)) end
end

-- Chats that were told this price early, being due for something else before their page came, listen on. Returns the
-- others.
local function keep_listening(chats)
  if redis.call('HEXISTS', shard.moves, early(ref)) == 0 then return chats end
  local others = {}
  for _, chat in ipairs(chats) do
    local told = redis.call('HGET', chat_key(chat), ref)
    if told and behind(ref, told) > 0 then others[#others + 1] = chat
    elseif told then listen(ref, chat) end
  end
  return others
end

-- Makes due a page of those who listen; true when a fan-out has come to its last bucket.
local function fan_out()
  local bucket = tonumber(redis.call('HGET', shard.moves, ref))
  if not bucket then return true end
  while bucket < BUCKETS and left > 0 do
    local key = listeners(ref, bucket)
    local chats = redis.call('SMEMBERS', key)
    if #chats > 0 then
      redis.call('DEL', key)
      make_all_due('routine', keep_listening(chats))
      left = left - #chats
    end
    bucket = bucket + 1
  end
  if bucket < BUCKETS then
    redis.call('HSET', shard.moves, ref, bucket)
    return false
  end
  redis.call('HDEL', shard.moves, ref, early(ref))
  return true
end

local function match()
  local unfinished = redis.call('HGET', shard.moves, '')
  if unfinished and not take_alerts(unfinished) then return 1 end
  see()
  local move = redis.call('HGET', shard.moves, '')
  if move and not take_alerts(move) then return 1 end
  return fan_out() and 0 or 1
end

local again = match()
if made > 0 then wake(0) end
return { again, made }

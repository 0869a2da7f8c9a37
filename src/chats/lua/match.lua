-- needs: rounded.lua
-- Takes the prices of one notification in one shard: keeps the newest price of each monitor, takes out the alerts that
-- they pass and makes their chats due at once, then makes due the chats that listen. ARGV: most followers a call; then
-- ref, as of (ms), the later time that it corrects ('' for none), price and sighting as JSON of each price, no monitor
-- twice.
-- Returns 1 if it is to be called again with the same arguments (else 0), and how many chats were made due.
-- All prices are kept before the first chat is due, so none is told of one without the others.
-- Moves whose alerts are not all taken in one call are noted, and further prices wait for that: so an alert that was
-- passed triggers even if the price comes back, and what a kill breaks off is taken up by the next call. So is a fan-out.
local function keep_price(one, sequence, price, sighting)
  redis.call('HSET', shard.prices, one.ref, table.concat({ sequence, score(one.as_of), price, sighting }, ' '))
end

-- The same price was seen at full length and, answered only, rounded: it is kept at full length under its number, and
-- nobody is told twice. Returns which of the two was rounded, or nil where these are two prices.
local function see_at_full_length(one, sequence, was)
  -- Most prices are further apart than half a hundredth, and that is quickly seen.
  if math.abs(was - one.price) > 0.0051 then return nil end
  local known = redis.call('HGET', shard.prices, one.ref)
  if rounded_in(known) ~= rounded_in(one.sighting) then return nil end
  if may_be_rounded(known) then
    keep_price(one, sequence, one.price, one.sighting)
    return was
  end
  if not may_be_rounded(one.sighting) then return nil end
  keep_price(one, sequence, was, string.match(known, '^%d+ %d+ %S+ (.*)$'))
  return one.price
end

-- Keeps what was seen. Where the price is another one, returns whether any chat follows it, and what the price was if
-- an alert looks at it.
local function see(one)
  local ref, price = one.ref, one.price
  local sequence, at, was = newest(ref)
  if not sequence then sequence, at, was = 0, -1, nil end
  local is_older = at > one.as_of or (at == one.as_of and was ~= price)
  if is_older and at ~= one.corrects then return false end
  if was == price then
    keep_price(one, sequence, price, one.sighting)
    return false
  end
  local is_watched = redis.call('HEXISTS', shard.watched, ref) == 1
  local rounded = was and see_at_full_length(one, sequence, was)
  if rounded then return false, is_watched and rounded == was and was end -- an alert may lie between the two
  keep_price(one, sequence + 1, price, one.sighting)
  local following = tonumber(redis.call('HGET', shard.followed, ref) or 0)
  count('due', following)
  return following > 0, is_watched and (was or price)
end

-- Chats that were told this price early, being due for something else before their page came, listen on. Returns the
-- others.
local function keep_listening(ref, chats)
  if redis.call('HEXISTS', shard.moves, early(ref)) == 0 then return chats end
  local others = {}
  for _, chat in ipairs(chats) do
    local told = redis.call('HGET', chat_key(chat), ref)
    if told and behind(ref, told) > 0 then others[#others + 1] = chat
    elseif told then listen(ref, chat) end
  end
  return others
end

-- Each member of the lists once.
local function distinct(lists)
  if #lists < 2 then return lists[1] or {} end
  local all, has = {}, {}
  for _, list in ipairs(lists) do
    for _, member in ipairs(list) do
      if not has[member] then
        has[member] = true
        all[#all + 1] = member
      end
    end
  end
  return all
end

-- Makes due, once each, those who listen in one bucket to any of the monitors that have come to it.
local function empty_bucket(moving, bucket)
  local lists, most = {}, 0
  for _, move in ipairs(moving) do
    if move.bucket == bucket then
      local key = listeners(move.ref, bucket)
      local chats = redis.call('SMEMBERS', key)
      if #chats > 0 then
        redis.call('DEL', key)
        lists[#lists + 1] = keep_listening(move.ref, chats)
        most = math.max(most, #chats)
      end
      move.bucket = bucket + 1
    end
  end
  make_all_due('routine', distinct(lists))
  left = left - most
end

-- Makes due a page of those who listen, bucket by bucket; true when all fan-outs have come to their last bucket.
local function fan_out(moving)
  local bucket = BUCKETS
  for _, move in ipairs(moving) do bucket = math.min(bucket, move.bucket) end
  while bucket < BUCKETS and left > 0 do
    empty_bucket(moving, bucket)
    bucket = bucket + 1
  end
  for _, move in ipairs(moving) do
    if move.bucket < BUCKETS then redis.call('HSET', shard.moves, move.ref, move.bucket)
    else redis.call('HDEL', shard.moves, move.ref, early(move.ref)) end
  end
  return bucket == BUCKETS
end

-- Takes the alerts of moves that an earlier call could not take all; true when none is left.
local function finish_moves()
  local noted = redis.call('HGET', shard.moves, '')
  if not noted then return true end
  local moves = {}
  for ref, was in string.gmatch(noted, '(%S+) (%S+)') do moves[#moves + 1] = { ref = ref, was = was } end
  if not take_alerts(moves) then return false end
  redis.call('HDEL', shard.moves, '')
  return true
end

local function note_moves(moves)
  local words = {}
  for _, move in ipairs(moves) do words[#words + 1] = move.ref .. ' ' .. move.was end
  redis.call('HSET', shard.moves, '', table.concat(words, ' '))
end

local function match()
  if not finish_moves() then return 1 end
  local moves, moving = {}, {}
  for _, one in ipairs(seen) do
    local is_followed, was = see(one)
    if was then moves[#moves + 1] = { ref = one.ref, was = was } end
    local bucket = is_followed and 0 or tonumber(redis.call('HGET', shard.moves, one.ref) or nil)
    if bucket then moving[#moving + 1] = { ref = one.ref, bucket = bucket } end
  end
  local is_all = take_alerts(moves)
  if not is_all then
    note_moves(moves)
    left = 0 -- whoever follows comes after
  end
  return fan_out(moving) and is_all and 0 or 1
end

local again = match()
if made > 0 then wake(0) end
return { again, made }

-- Keeps the newest price of a monitor in one shard; takes out the alerts that it passes and makes their chats due at
-- once, then makes due the chats that listen. ARGV: ref, as of (ms), price, sighting as JSON, most chats a call; then ref,
-- as of and price of what else the notification says that comes after it.
-- Returns 1 if it is to be called again with the same arguments (else 0), and how many chats were made due.
-- A move whose alerts are not all taken in one call is noted, and a further price waits for that: so an alert that was
-- passed triggers even if the price comes back, and what a kill breaks off is taken up by the next call. So is a fan-out.
local function keep_price(sequence, value, seen)
  redis.call('HSET', shard.prices, ref, table.concat({ sequence, as_of > 0 and ARGV[2] or '0', value, seen }, ' '))
end

-- The same price was seen at full length and, answered only, rounded: it is kept at full length under its number, and
-- nobody is told twice. Returns which of the two was rounded, or nil where these are two prices.
local function see_at_full_length(sequence, was)
  -- Most prices are further apart than half a hundredth, and that is quickly seen.
  if math.abs(was - price) > 0.0051 or hundredths(was) ~= hundredths(price) then return nil end
  local known = redis.call('HGET', shard.prices, ref)
  if may_be_rounded(known) then
    keep_price(sequence, price, sighting)
    return was
  end
  if not may_be_rounded(sighting) then return nil end
  keep_price(sequence, was, string.match(known, '^%d+ %d+ %S+ (.*)$'))
  return price
end

-- Keeps what was seen. Where the price is another one, returns whether any chat follows it, and what the price was if
-- an alert looks at it.
local function see()
  local sequence, at, was = newest(ref)
  if not sequence then sequence, at, was = 0, -1, nil end
  if at > as_of or (at == as_of and was ~= price) then return false end
  if was == price then
    keep_price(sequence, price, sighting)
    return false
  end
  local is_watched = redis.call('HEXISTS', shard.watched, ref) == 1
  local rounded = was and see_at_full_length(sequence, was)
  if rounded then return false, is_watched and rounded == was and was end -- an alert may lie between the two
  keep_price(sequence + 1, price, sighting)
  local following = tonumber(redis.call('HGET', shard.followed, ref) or 0)
  count('due', following)
  return following > 0, is_watched and (was or price)
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

-- Makes due a page of those who listen, from a bucket on; true when a fan-out has come to its last bucket.
local function fan_out(first)
  local bucket = first
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
  if bucket < BUCKETS then redis.call('HSET', shard.moves, ref, bucket)
  else redis.call('HDEL', shard.moves, ref, early(ref)) end
  return bucket == BUCKETS
end

local function match()
  local unfinished, bucket = unpack(redis.call('HMGET', shard.moves, '', ref))
  if unfinished then
    local moved, was = string.match(unfinished, '^(%S+) (%S+)$')
    if not take_alerts(moved, was, price_of(moved)) then return 1 end
    redis.call('HDEL', shard.moves, '')
  end
  local is_followed, was = see()
  if was and not take_alerts(ref, was, price) then
    redis.call('HSET', shard.moves, '', ref .. ' ' .. was)
    if is_followed then redis.call('HSET', shard.moves, ref, 0) end
    return 1
  end
  if is_followed then bucket = 0 end
  return (not bucket or fan_out(tonumber(bucket))) and 0 or 1
end

local again = match()
if made > 0 then wake(0) end
return { again, made }

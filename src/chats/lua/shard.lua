-- needs: ../../queue/lua/due.lua
-- The prices and listeners of a shard, for every script about its chats.
-- KEYS[8..13] of every such script: prices, followed, watched, ledger, fired, fan-outs. Derived keys carry their tag:
--   listeners:{n}:REF:BUCKET  set: chats that were told the newest price of a monitor, and wait for the next one
-- The chat of a follow either listens, or is due (or parked) and was told an earlier price than the newest; a further price
-- then changes nothing for it. The sets are small and of integers, as Redis stores those in 8 bytes a member.
local shard = {
  prices = KEYS[8], followed = KEYS[9], watched = KEYS[10], ledger = KEYS[11], fired = KEYS[12], fan_outs = KEYS[13],
}
local TAG = string.match(shard.prices, '{.-}')
local BUCKETS = 64

local function chat_key(chat)
  return 'chat:' .. TAG .. ':' .. chat
end

-- All that is kept of a chat: field, value, …, with the triggers that are not delivered yet as `fired:N`.
local function read_chat(chat)
  local fields = redis.call('HGETALL', chat_key(chat))
  for i = 1, #fields, 2 do
    local id = string.match(fields[i], '^alert(%d+)$')
    local trigger = id and redis.call('HGET', shard.fired, chat .. ':' .. id)
    if trigger then
      fields[#fields + 1] = 'fired:' .. id
      fields[#fields + 1] = trigger
    end
  end
  return fields
end

local function bucket_of(chat)
  return math.abs(tonumber(chat)) % BUCKETS
end

local function listeners(ref, bucket)
  return 'listeners:' .. TAG .. ':' .. ref .. ':' .. bucket
end

-- The newest price of a monitor: its number, as of (ms), price; nil if the shard has none.
local function newest(ref)
  local known = redis.call('HGET', shard.prices, ref)
  if not known then return nil end
  local sequence, at, price = string.match(known, '^(%d+) (%d+) (%S+) ')
  return tonumber(sequence), tonumber(at), price
end

local sequences = {}
local function sequence_of(ref)
  if not sequences[ref] then sequences[ref] = newest(ref) or 0 end
  return sequences[ref]
end

-- How many prices of a monitor came after the one that a chat was told.
local function behind(ref, told)
  return sequence_of(ref) - tonumber(string.match(told, '^%S+ %S+ (%d+)'))
end

-- Adds to an outcome in the delivery ledger.
local function count(outcome, by)
  if by ~= 0 then redis.call('HINCRBY', shard.ledger, outcome, by) end
end

local reached = {}

-- Whether the fan-out of a price has still to reach a chat.
local function awaits_fan_out(ref, chat)
  if reached[ref] == nil then reached[ref] = tonumber(redis.call('HGET', shard.fan_outs, ref) or BUCKETS) end
  return reached[ref] <= bucket_of(chat)
end

-- The field of `fan_outs` that is set once some chats were told the price before its fan-out reached them.
local function early(ref)
  return 'early ' .. ref
end

local function listen(ref, chat)
  redis.call('SADD', listeners(ref, bucket_of(chat)), chat)
end

local function stop_listening(ref, chat)
  redis.call('SREM', listeners(ref, bucket_of(chat)), chat)
end

-- Adds to how many want a monitor; true for the first and the last one of the shard.
local function want(hash, ref, by)
  local wanting = redis.call('HINCRBY', hash, ref, by)
  if wanting <= 0 then redis.call('HDEL', hash, ref) end
  return wanting <= 0 or wanting == by
end

-- Times of prices that were told are stored in seconds, as text in base 36. None is before 1970.
local function short_time(ms)
  local text, left = '', math.max(0, math.floor(ms / 1000))
  repeat
    local digit = left % 36
    text = string.char(digit < 10 and digit + 48 or digit + 87) .. text
    left = (left - digit) / 36
  until left == 0
  return text
end

local function time_of(text)
  return tonumber(text, 36) * 1000
end

-- A chat follows from the price it was shown, as of a time (ms). It is due at once if the shard has a newer one.
local function follow_from(ref, chat, price, at, least)
  local sequence, newest_at, newest_price = newest(ref)
  sequence = sequence or 0
  local is_behind = sequence > 0 and (awaits_fan_out(ref, chat) or (newest_at > at and newest_price ~= price))
  if is_behind then
    count('due', 1)
    make_due('routine', chat, now_ms())
    wake(0)
  else
    listen(ref, chat)
  end
  local told = is_behind and sequence - 1 or sequence
  local words = { price, short_time(at), told, least }
  redis.call('HSET', chat_key(chat), ref, table.concat(words, ' '))
end

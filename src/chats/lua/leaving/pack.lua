-- needs: ../alerts/alerts.lua
-- All that a chat has, to be moved, as a function: field, value, …, with its triggers that were not told yet as `fired:N`.
local function pack(chat)
  local packed = redis.call('HGETALL', chat_key(chat))
  for i = 1, #packed, 2 do
    local id = string.match(packed[i], '^alert(%d+)$')
    local trigger = id and redis.call('HGET', shard.fired, chat .. ':' .. id)
    if trigger then
      packed[#packed + 1] = 'fired:' .. id
      packed[#packed + 1] = trigger
    end
  end
  return packed
end

-- What tells this state of a chat from any other.
local function print_of(packed)
  return redis.sha1hex(table.concat(packed, '\n'))
end

-- What a signal is in this shard, and as of when (ms); nil where it is not known.
local function seen_now(signal)
  local first, second = refs_of(signal)
  local _, at, price = newest(first)
  if not second then return price, at end
  local _, second_at = newest(second)
  return signal_now(signal), second_at and math.max(at or 0, second_at)
end

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

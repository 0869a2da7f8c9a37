-- Reads what chats of one shard are composed from. KEYS: prices, fired, then the chats. ARGV: their numbers.
-- Returns the prices, and the hash of each chat with its triggered alerts as fields `fired:N`; each a list of field,
-- value, …. One reply for a whole batch: a command for each chat costs the client more than it costs Redis.
local replies = { redis.call('HGETALL', KEYS[1]) }
local has_fired = redis.call('EXISTS', KEYS[2]) == 1

local function add_fired(chat, fields)
  local ids, keys = {}, {}
  for i = 1, #fields, 2 do
    local id = string.match(fields[i], '^alert(%d+)$')
    if id then
      ids[#ids + 1] = id
      keys[#keys + 1] = chat .. ':' .. id
    end
  end
  if #keys == 0 then return end
  for i, trigger in ipairs(redis.call('HMGET', KEYS[2], unpack(keys))) do
    if trigger then
      fields[#fields + 1] = 'fired:' .. ids[i]
      fields[#fields + 1] = trigger
    end
  end
end

for i = 3, #KEYS do
  local fields = redis.call('HGETALL', KEYS[i])
  if has_fired then add_fired(ARGV[i - 2], fields) end
  replies[i - 1] = fields
end
return replies

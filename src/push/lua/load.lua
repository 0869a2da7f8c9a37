-- Reads what chats are composed from: KEYS are hashes of one shard. Returns each as a list of field, value, ….
-- One reply for a whole batch: a command for each chat costs the client more than it costs Redis.
local hashes = {}
for i, key in ipairs(KEYS) do
  hashes[i] = redis.call('HGETALL', key)
end
return hashes

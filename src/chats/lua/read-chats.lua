-- Reads chats. KEYS: the hash of each. Returns for each its fields and values, or its error.
local replies = {}
for i, key in ipairs(KEYS) do replies[i] = redis.pcall('HGETALL', key) end
return replies

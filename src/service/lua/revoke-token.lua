-- Forgets a token by its name.
-- KEYS: tokens, token-names. ARGV: name. Returns its SHA-256, or nil where there is none.
local hash = redis.call('HGET', KEYS[2], ARGV[1])
if not hash then return nil end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[1], hash)
return hash

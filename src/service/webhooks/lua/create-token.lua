-- Keeps a new token. Names are unique.
-- KEYS: tokens, token-names. ARGV: name, SHA-256, what is kept as JSON. Returns 1, or 0 where the name is taken.
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1

-- Removes a follow. KEYS: chat, followers, followed. ARGV: chat, ref. Returns 1 if there was one.
if redis.call('HDEL', KEYS[1], 'follow:' .. ARGV[2]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'follows', -1)
redis.call('SREM', KEYS[2], ARGV[1])
if redis.call('HINCRBY', KEYS[3], ARGV[2], -1) <= 0 then redis.call('HDEL', KEYS[3], ARGV[2]) end
return 1

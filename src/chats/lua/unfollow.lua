-- Removes a follow. KEYS: chat, followers, followed. ARGV: chat, ref, its field. Returns 0 if there was none, 2 if it was the last of the shard, else 1.
if redis.call('HDEL', KEYS[1], ARGV[3]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'follows', -1)
if redis.call('SREM', KEYS[2], ARGV[1]) == 0 then return 1 end -- retired: not counted any more
if redis.call('HINCRBY', KEYS[3], ARGV[2], -1) > 0 then return 1 end
redis.call('HDEL', KEYS[3], ARGV[2])
return 2

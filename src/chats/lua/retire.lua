-- A chat that cannot be reached any more is followed up by nobody; what it chose is kept for a while.
-- KEYS: chat, followed, then the followers set of each ref. ARGV: chat, seconds kept, then the refs.
for i = 3, #ARGV do
  if redis.call('SREM', KEYS[i], ARGV[1]) == 1 then
    if redis.call('HINCRBY', KEYS[2], ARGV[i], -1) <= 0 then redis.call('HDEL', KEYS[2], ARGV[i]) end
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1

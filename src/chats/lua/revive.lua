-- A chat that can be reached again hears of what it followed before.
-- KEYS: chat, followed, then the followers set of each ref. ARGV: chat, then the refs. Returns how many came back.
local revived = 0
redis.call('PERSIST', KEYS[1])
for i = 2, #ARGV do
  if redis.call('SADD', KEYS[i + 1], ARGV[1]) == 1 then
    redis.call('HINCRBY', KEYS[2], ARGV[i], 1)
    revived = revived + 1
  end
end
return revived

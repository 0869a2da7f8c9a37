-- One process says that it lives. KEYS: alive (sorted set: process -> when it last said so, ms).
-- ARGV: process, how long a silent one is thought alive (ms). Returns those that have been silent for longer.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
-- Where the clock was set back, a process that died before would seem alive until the clock has caught up.
for _, process in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  redis.call('ZADD', KEYS[1], now, process)
end
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])

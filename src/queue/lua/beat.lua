-- Notes that a process lives. KEYS: alive (sorted set: process -> its last heartbeat, ms).
-- ARGV: process, after how long without a heartbeat a process counts as dead (ms). Returns the dead ones.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
-- Heartbeats in the future were written before the clock was set back: a dead process would count as alive until then.
for _, process in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  redis.call('ZADD', KEYS[1], now, process)
end
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])

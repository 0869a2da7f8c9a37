-- Closes the gate for every process, never earlier than it was closed for.
-- KEYS: limit. ARGV: for how long (ms). Tells every process on the channel of the same name.
local time = redis.call('TIME')
local untilMicros = time[1] * 1000000 + time[2] + ARGV[1] * 1000
if tonumber(redis.call('HGET', KEYS[1], 'gate') or 0) >= untilMicros then return 0 end
redis.call('HSET', KEYS[1], 'gate', string.format('%.0f', untilMicros))
redis.call('PUBLISH', KEYS[1], ARGV[1])
return 1

-- Takes places that do not wait (answers to commands): those that wait come later for it.
-- KEYS: limit. ARGV: µs between two places, places.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local tat = math.max(tonumber(redis.call('HGET', KEYS[1], 'tat') or 0), now)
redis.call('HSET', KEYS[1], 'tat', string.format('%.0f', tat + ARGV[1] * ARGV[2]))
return 1

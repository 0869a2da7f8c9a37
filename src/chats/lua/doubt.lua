-- Counts a refusal that may be for good. KEYS[14]: chat. ARGV: chat, how long one counts (ms). Returns how many there were
-- in a row: one that is older than that was followed by a message that was told.
local now = now_ms()
local times, at = string.match(redis.call('HGET', KEYS[14], 'doubts') or '0 0', '^(%d+) (%d+)$')
times = now - tonumber(at) > tonumber(ARGV[2]) and 1 or tonumber(times) + 1
redis.call('HSET', KEYS[14], 'doubts', string.format('%.0f %.0f', times, now))
return times

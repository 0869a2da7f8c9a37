-- needs: ../alerts/alerts.lua
-- Counts a refusal that may be for good. KEYS[14]: chat. ARGV: chat, how long one counts (ms). Returns how many there were
-- in a row: what is told takes them back, and one that is older than that counts no more; 0 for one that was asked before
-- the chat could be reached again (`reachable.lua`). Of a chat that was forgotten meanwhile nothing is kept.
local ON_ITS_WAY_MS_MAX = 30000
local now = now_ms()
if redis.call('EXISTS', KEYS[14]) == 0 then return 1 end
local times, at = string.match(redis.call('HGET', KEYS[14], 'doubts') or '0 0', '^(%d+) (%d+)$')
if times == '0' and now - tonumber(at) < ON_ITS_WAY_MS_MAX and redis.call('HDEL', KEYS[14], 'doubts') == 1 then return 0 end
times = now - tonumber(at) > tonumber(ARGV[2]) and 1 or tonumber(times) + 1
redis.call('HSET', KEYS[14], 'doubts', string.format('%.0f %.0f', times, now))
return times

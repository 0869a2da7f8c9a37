-- needs: reachable.lua
-- Counts soft refusals of a chat, which may be permanent, or clears them. KEYS[14]: chat.
-- ARGV: chat, for how long a refusal counts (ms). Returns how many there were in a row; 0 if the chat could be reached since
-- the message was sent (`reachable.lua`). Of a chat that was deleted nothing is stored.
-- ARGV: chat. Telegram accepted a message there. Returns 1 if that cleared refusals or parking; a chat that left stays away.
local ON_ITS_WAY_MS_MAX = 30000

local function count_refusal(counts_ms)
  local now = now_ms()
  if redis.call('EXISTS', KEYS[14]) == 0 then return 1 end
  local times, at = string.match(redis.call('HGET', KEYS[14], 'doubts') or '0 0', '^(%d+) (%d+)$')
  if times == '0' and now - tonumber(at) < ON_ITS_WAY_MS_MAX and redis.call('HDEL', KEYS[14], 'doubts') == 1 then return 0 end
  times = now - tonumber(at) > counts_ms and 1 or tonumber(times) + 1
  redis.call('HSET', KEYS[14], 'doubts', string.format('%.0f %.0f', times, now))
  return times
end

if ARGV[2] then return count_refusal(tonumber(ARGV[2])) end
if redis.call('HEXISTS', KEYS[14], 'gone') == 1 then return 0 end
return be_reachable(ARGV[1]) and 1 or 0

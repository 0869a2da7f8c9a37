-- needs: reachable.lua
-- Counts or clears the soft refusals of a chat. KEYS[14]: chat. ARGV: chat, a command and its arguments:
--   count MS   a message was refused in a way that may be permanent, which counts for so long. Returns how many refusals there
--              were in a row; 0 if the chat could be reached since the message was sent (`reachable.lua`). Of a chat that was
--              deleted nothing is stored
--   clear      Telegram accepted a message there. Returns 1 if that cleared refusals or parking; a chat that left stays away
local ON_ITS_WAY_MS_MAX = 30000

local function count_refusal(counts_ms)
  local now = now_ms()
  if redis.call('EXISTS', KEYS[14]) == 0 then return 1 end
  local times, at = string.match(redis.call('HGET', KEYS[14], SOFT_REFUSALS) or '0 0', '^(%d+) (%d+)$')
  if times == '0' and now - tonumber(at) < ON_ITS_WAY_MS_MAX and redis.call('HDEL', KEYS[14], SOFT_REFUSALS) == 1 then return 0 end
  times = now - tonumber(at) > counts_ms and 1 or tonumber(times) + 1
  redis.call('HSET', KEYS[14], SOFT_REFUSALS, string.format('%.0f %.0f', times, now))
  return times
end

if ARGV[2] == 'count' then return count_refusal(tonumber(ARGV[3])) end
if redis.call('HEXISTS', KEYS[14], 'gone') == 1 then return 0 end
return be_reachable(ARGV[1]) and 1 or 0

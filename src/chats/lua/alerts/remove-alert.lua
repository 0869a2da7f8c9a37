-- needs: alerts.lua
-- Removes an alert. KEYS[14]: chat. ARGV: chat, alert. Returns 0 if there was none, 2 if nobody in this shard watches
-- one of its monitors any more, else 1.
local text = redis.call('HGET', KEYS[14], 'alert' .. ARGV[2])
if not text then return 0 end
if redis.call('HEXISTS', KEYS[14], 'gone') == 1 then
  redis.call('HDEL', KEYS[14], 'alert' .. ARGV[2])
  return 1
end
return forget_alert(ARGV[1], ARGV[2], text, 'withheld') and 2 or 1

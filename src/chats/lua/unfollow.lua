-- needs: alerts/alerts.lua
-- Removes a follow. KEYS[14]: chat. ARGV: chat, ref. Returns 0 if there was none, 2 if it was the last of the shard, else 1.
local chat, ref, key = ARGV[1], ARGV[2], KEYS[14]
local told = redis.call('HGET', key, ref)
if not told then return 0 end
redis.call('HDEL', key, ref)
if redis.call('HEXISTS', key, 'gone') == 1 then return 1 end
count('withheld', behind(ref, told))
stop_listening(ref, chat)
return want(shard.followed, ref, -1) and 2 or 1

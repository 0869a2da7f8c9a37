-- needs: ../alerts/alerts.lua
-- Notes how far a broadcast is with a chat, where it is as far as was thought. KEYS[14]: chat. ARGV: chat, from, to.
-- Returns 1; 0 where the chat was forgotten meanwhile, left, or stands elsewhere.
local known = redis.call('HMGET', KEYS[14], 'gone', 'cast')
if known[1] or known[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[14], 'cast', ARGV[3])
return 1

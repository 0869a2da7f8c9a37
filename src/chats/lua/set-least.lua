-- needs: alerts/alerts.lua
-- Sets the least change of a follow. KEYS[14]: chat. ARGV: chat, ref, percent ('' for every change). Returns 1, or 0 if
-- it is not followed.
local told = redis.call('HGET', KEYS[14], ARGV[2])
if not told then return 0 end
local plain = string.match(told, '^%S+ %S+ %S+')
redis.call('HSET', KEYS[14], ARGV[2], ARGV[3] == '' and plain or plain .. ' ' .. ARGV[3])
return 1

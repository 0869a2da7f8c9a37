-- Begins a broadcast, whole or not at all. KEYS: broadcast. ARGV: its number, html, chat, message. Returns 1; 0 while
-- another one goes on. What an earlier one left behind (a start that was broken off, late counts) is no broadcast.
local known = redis.call('HMGET', KEYS[1], 'id', 'html', 'chat')
if known[1] and known[2] and known[3] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'html', ARGV[2], 'chat', ARGV[3], 'message', ARGV[4])
redis.call('PUBLISH', KEYS[1], '')
return 1

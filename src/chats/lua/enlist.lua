-- Makes a chat due to hear a broadcast, once. KEYS[14]: chat. ARGV: chat, number of the broadcast. Returns 1 if it is new.
local key, id = KEYS[14], ARGV[2]
local known = redis.call('HMGET', key, 'gone', 'cast')
if redis.call('EXISTS', key) == 0 or known[1] or known[2] == id or known[2] == id .. '.' then return 0 end
redis.call('HSET', key, 'cast', id)
if make_due('routine', ARGV[1], now_ms()) then wake(0) end
return 1

-- needs: ../alerts/alerts.lua
-- Makes a chat due to hear a broadcast, once, and counts it as found in its shard: a kill in between would leave a chat
-- that nobody waits for. KEYS[14]: chat. ARGV: chat, number of the broadcast, how long that is counted (s). Returns 1 if it
-- is new. Derived key: enlisted:{n}:NUMBER, how many chats of a shard were found for a broadcast.
local key, id = KEYS[14], ARGV[2]
local known = redis.call('HMGET', key, 'gone', 'cast')
if redis.call('EXISTS', key) == 0 or known[1] or known[2] == id or known[2] == id .. '.' then return 0 end
redis.call('HSET', key, 'cast', id)
local found = 'enlisted:' .. TAG .. ':' .. id
redis.call('INCR', found)
redis.call('EXPIRE', found, ARGV[3])
if make_due('routine', ARGV[1], now_ms()) then wake(0) end
return 1

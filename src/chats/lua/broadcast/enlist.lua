-- needs: ../shard.lua
-- Makes a chat due for a broadcast, or notes that it was sent. KEYS[14]: chat. ARGV: chat, a command and its arguments:
--   enlist ID SECONDS   makes it due, and counts it for so long in enlisted:{n}:ID; in one step, as a kill in between would
--                       leave a chat that is not counted
--   mark FROM TO        replaces what its field `cast` says: ID while it waits, `ID.` once it was sent
-- Returns 1; 0 where the chat has left or was deleted, was enlisted before, or its field says something else.
local key, command = KEYS[14], ARGV[2]
local known = redis.call('HMGET', key, 'gone', 'cast')
if command == 'mark' then
  if known[1] or known[2] ~= ARGV[3] then return 0 end
  redis.call('HSET', key, 'cast', ARGV[4])
  return 1
end
local id = ARGV[3]
if redis.call('EXISTS', key) == 0 or known[1] or known[2] == id or known[2] == id .. '.' then return 0 end
redis.call('HSET', key, 'cast', id)
local found = 'enlisted:' .. TAG .. ':' .. id
redis.call('INCR', found)
redis.call('EXPIRE', found, ARGV[4])
if make_due('routine', ARGV[1], now_ms()) then wake(0) end
return 1

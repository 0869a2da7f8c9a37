-- Adds what an earlier version of the program counted under another name. Processes of that version may run beside this one and
-- count there again; the next start moves that. KEYS of one shard: old and new name of the ledger.
local counts = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
for i = 1, #counts, 2 do redis.call('HINCRBY', KEYS[2], counts[i], counts[i + 1]) end

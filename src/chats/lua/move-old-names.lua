-- Moves what an earlier version of the program keeps under other names: counts are added, marks of fan-outs are kept where
-- there is none. Processes of that version may run beside this one and write there again; the next start moves that.
-- KEYS of one shard: old and new name of the ledger, old and new name of the fan-outs. Returns how many fields were moved.
local function take(key)
  local fields = redis.call('HGETALL', key)
  redis.call('DEL', key)
  return fields
end
local counts, marks = take(KEYS[1]), take(KEYS[3])
for i = 1, #counts, 2 do redis.call('HINCRBY', KEYS[2], counts[i], counts[i + 1]) end
for i = 1, #marks, 2 do redis.call('HSETNX', KEYS[4], marks[i], marks[i + 1]) end
return (#counts + #marks) / 2

-- needs: due.lua
-- Counts what waits in a shard. Returns how many members wait (one in both lanes counts once), how many are parked, and for
-- how long the first due member has been due (ms; -1: none is due).
local waiting = redis.call('ZCARD', due.urgent) + redis.call('ZCARD', due.routine)
  - redis.call('ZINTERCARD', 2, due.urgent, due.routine)
local now, oldest = now_ms(), -1
for _, lane in ipairs({ due.urgent, due.routine }) do
  local first = redis.call('ZRANGE', lane, 0, 0, 'WITHSCORES')[2]
  if first and now - first > oldest then oldest = now - first end
end
return { waiting, redis.call('ZCARD', due.parked), math.floor(oldest) }

-- needs: due.lua
-- Makes a member due. ARGV: member, a way and its arguments:
--   at LANE MS  at a time (0: now), or at the earlier one if it is due already; a parked member stays parked
--   hurry       now although it was put off, in its lane; at most a second of its rest stays
--   retry       now and as if it had never failed, if it is parked
-- Returns 1; 0 where nothing was changed.
local member, way, now = ARGV[1], ARGV[2], now_ms()
local lane, at = 'routine', now
if way == 'at' then
  lane, at = ARGV[3], ARGV[4] == '0' and now or tonumber(ARGV[4])
elseif way == 'retry' then
  if unpark(member) == 0 then return 0 end
else
  if redis.call('ZSCORE', due.urgent, member) then lane = 'urgent' end
  if not redis.call('HGET', due.fences, member) then
    redis.call('ZADD', due.leased, 'XX', 'LT', now + 1000, member)
  end
end
if not make_due(lane, member, at) then return 0 end
wake(at - now)
return 1

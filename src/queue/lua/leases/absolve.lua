-- needs: ../due.lua
-- The attempt that `begin.lua` counted has not taken the worker down. ARGV: member, token. Returns how many are left, or 0
-- if another worker has it, or nothing is counted any more.
if not holds(ARGV[1], ARGV[2]) then return 0 end
if tonumber(redis.call('HGET', due.failures, ARGV[1]) or 0) <= 0 then return 0 end
return redis.call('HINCRBY', due.failures, ARGV[1], -1)

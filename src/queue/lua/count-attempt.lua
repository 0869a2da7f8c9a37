-- needs: due.lua
-- Counts an attempt at a suspect before it begins, and takes it back once the worker has survived it. ARGV: member, token,
-- 1 or -1. Returns how many attempts are counted, or 0 if another worker has the member or nothing is counted any more.
if not holds(ARGV[1], ARGV[2]) then return 0 end
if ARGV[3] == '-1' and tonumber(redis.call('HGET', due.failures, ARGV[1]) or 0) <= 0 then return 0 end
return redis.call('HINCRBY', due.failures, ARGV[1], ARGV[3])

-- needs: due.lua
-- Counts an attempt at a member that was in hand at a death before, ahead of the attempt. ARGV: member, token. Returns how
-- many there were, or 0 if another worker has it.
if not holds(ARGV[1], ARGV[2]) then return 0 end
return redis.call('HINCRBY', due.failures, ARGV[1], 1)

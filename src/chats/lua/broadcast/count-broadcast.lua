-- Adds to a count of a broadcast, as long as it goes on. KEYS: broadcast. ARGV: its number, field, how many. Returns 1; 0
-- where it has ended: what was on its way then must not count for a later one.
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
redis.call('HINCRBY', KEYS[1], ARGV[2], ARGV[3])
return 1

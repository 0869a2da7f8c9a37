-- Ends a broadcast: who has not heard it will not. KEYS: broadcast. ARGV: its number. Returns 1; 0 where it has ended
-- before, though another may have begun.
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[1], '')
return 1

-- Ends a lease if it is the holder's. KEYS: lease. ARGV: holder. Returns 1.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1

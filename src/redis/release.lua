-- Gives a lease up, if it is ours. KEYS: lease. ARGV: holder.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1

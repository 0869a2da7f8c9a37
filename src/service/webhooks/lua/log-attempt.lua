-- Adds an attempt to the log of a webhook, if that is still there.
-- KEYS: log, log-counter, webhooks. ARGV: entry, entries the log keeps, id.
if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 0 then return 0 end
redis.call('LPUSH', KEYS[1], string.format('%d %s', redis.call('INCR', KEYS[2]), ARGV[1]))
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return 1

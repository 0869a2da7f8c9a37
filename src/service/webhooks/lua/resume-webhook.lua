-- Enables a webhook, forgets its failures and makes what waits for it due now.
-- KEYS[8..10]: disabled, deliveries, state. ARGV: id.
redis.call('SREM', KEYS[8], ARGV[1])
redis.call('HDEL', KEYS[10], 'failures', 'failingSince')
redis.call('ZREM', due.parked, ARGV[1])
if redis.call('EXISTS', KEYS[9]) == 0 then return 0 end
make_due('urgent', ARGV[1], now_ms())
wake(0)
return 1

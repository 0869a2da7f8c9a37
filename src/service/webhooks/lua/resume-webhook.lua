-- needs: ../../../queue/lua/due.lua
-- Enables a webhook that fails or was set aside, forgets its failures and makes what waits for it due now.
-- KEYS[8..10]: disabled, deliveries, state. ARGV: id. Returns 1, or 0 where there was nothing to mend.
local id = ARGV[1]
local was_parked = unpark(id)
local was_disabled = redis.call('SREM', KEYS[8], id)
local was_failing = redis.call('HDEL', KEYS[10], 'failures', 'failingSince')
if was_parked + was_disabled + was_failing == 0 then return 0 end
if redis.call('EXISTS', KEYS[9]) == 0 then return 1 end
redis.call('ZREM', due.leased, id)
redis.call('HDEL', due.fences, id)
make_due('urgent', id, now_ms())
wake(0)
return 1

-- Removes a webhook and all that is kept of it.
-- KEYS[8..14]: webhooks, owned, disabled, dropped, deliveries, state, log. ARGV: id, prefix of watchers.
-- Returns 1, or 0 where the owner has no such webhook.
local id = ARGV[1]
if redis.call('SREM', KEYS[9], id) == 0 then return 0 end
for _, ref in ipairs(cjson.decode(redis.call('HGET', KEYS[8], id)).monitors) do
  redis.call('SREM', ARGV[2] .. ref, id)
end
redis.call('HDEL', KEYS[8], id)
redis.call('SREM', KEYS[10], id)
redis.call('HDEL', KEYS[11], id)
redis.call('DEL', KEYS[12], KEYS[13], KEYS[14])
forget(id)
unpark(id)
return 1

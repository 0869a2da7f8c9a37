-- needs: erase-webhook.lua
-- Removes a webhook of an owner.
-- KEYS[11]: owned. ARGV[5]: id. Returns 1, or 0 where the owner has no such webhook.
if redis.call('SISMEMBER', KEYS[11], ARGV[5]) == 0 then return 0 end
erase_webhook(ARGV[5], KEYS[11])
return 1

-- needs: erase-webhook.lua
-- Forgets a token by its name and removes its webhooks, which nobody could list or delete any more.
-- KEYS[11..12]: tokens, token-names. ARGV[5..6]: name, prefix of owned. Returns 1, or 0 where there is no such token.
local hash = redis.call('HGET', KEYS[12], ARGV[5])
if not hash then return 0 end
redis.call('HDEL', KEYS[12], ARGV[5])
redis.call('HDEL', KEYS[11], hash)
local owned = ARGV[6] .. hash
for _, id in ipairs(redis.call('SMEMBERS', owned)) do erase_webhook(id, owned) end
return 1

-- needs: ../../../queue/lua/due.lua
-- Removes a webhook and all that is kept of it: a function for the scripts that do so, behind the queue's prelude.
-- KEYS[8..10], in every such script: webhooks, disabled, dropped. ARGV[1..4]: prefixes of watchers, deliveries, state,
--   log. `owned` is the key of its owner's set.
local function erase_webhook(id, owned)
  local is_read, webhook = pcall(cjson.decode, redis.call('HGET', KEYS[8], id) or '')
  for _, ref in ipairs(is_read and webhook.monitors or {}) do redis.call('SREM', ARGV[1] .. ref, id) end
  redis.call('SREM', owned, id)
  redis.call('HDEL', KEYS[8], id)
  redis.call('SREM', KEYS[9], id)
  redis.call('HDEL', KEYS[10], id)
  redis.call('DEL', ARGV[2] .. id, ARGV[3] .. id, ARGV[4] .. id)
  forget(id)
  unpark(id)
end

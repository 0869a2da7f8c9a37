-- needs: ../../../queue/lua/due.lua
-- Registers a webhook, or puts it in place of the owner's one with the same url: the id and what waits stay.
-- KEYS[8..12]: webhooks, owned, counter, disabled, tokens.
-- ARGV: url, webhook as JSON, most webhooks, '1' where the owner has one only, prefixes of watchers, deliveries
--   and state, the owner's token as its SHA-256 ('' for the process' own), then refs of monitors.
-- Returns the id, 0 where there would be too many, or -1 where the token was revoked meanwhile.
local webhooks, owned, counter, disabled, tokens = KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12]
local watchers, deliveries, state = ARGV[5], ARGV[6], ARGV[7]
if ARGV[8] ~= '' and redis.call('HEXISTS', tokens, ARGV[8]) == 0 then return -1 end
local ids, id = redis.call('SMEMBERS', owned), nil

for _, known in ipairs(ids) do
  local old = cjson.decode(redis.call('HGET', webhooks, known))
  if ARGV[4] == '1' or old.url == ARGV[1] then
    id = known
    for _, ref in ipairs(old.monitors) do redis.call('SREM', watchers .. ref, id) end
  end
end
if not id then
  if #ids >= tonumber(ARGV[3]) then return 0 end
  id = string.format('%d', redis.call('INCR', counter))
end

redis.call('HSET', webhooks, id, ARGV[2])
redis.call('SADD', owned, id)
for i = 9, #ARGV do redis.call('SADD', watchers .. ARGV[i], id) end

redis.call('HSETNX', state .. id, 'createdAt', string.format('%.0f', now_ms()))
redis.call('HDEL', state .. id, 'failures', 'failingSince')
redis.call('SREM', disabled, id)
unpark(id)
-- An attempt that hangs, or died with its process, keeps nobody waiting: it has lost its token, and changes nothing.
redis.call('ZREM', due.leased, id)
redis.call('HDEL', due.fences, id)
if redis.call('EXISTS', deliveries .. id) == 1 then
  make_due('urgent', id, now_ms())
  wake(0)
end
return tonumber(id)

-- needs: ../../../queue/lua/due.lua
-- Settles one attempt at the oldest delivery of a webhook: log, head of the list and queue change together.
-- KEYS[8..13]: deliveries, state, log, log-counter, disabled, dropped.
-- ARGV: id, token, verdict, body that was sent, entry for the log ('' for none), entries the log keeps,
--   least wait (ms), how long it may fail (ms), then the waits after the 1st, 2nd … failure in a row (ms).
--   verdicts: delivered · skipped (nothing to tell) · unreadable (skipped, and counted as dropped) · failed
--     · gone (the receiver wants no more) · broken (by us, to stop: not tried)
-- Returns what became of it: lost (the lease had ended), delivered, skipped, unreadable, failed, broken, disabled.
local deliveries, state, log, counter = KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local id, verdict, now = ARGV[1], ARGV[3], now_ms()
if not holds(id, ARGV[2]) then return 'lost' end

if ARGV[5] ~= '' then
  redis.call('LPUSH', log, string.format('%d %s', redis.call('INCR', counter), ARGV[5]))
  redis.call('LTRIM', log, 0, ARGV[6] - 1)
end

local function disable()
  local waiting = redis.call('LLEN', deliveries)
  if waiting > 0 then redis.call('HINCRBY', KEYS[13], id, waiting) end
  redis.call('DEL', deliveries)
  redis.call('SADD', KEYS[12], id)
  forget(id)
  return 'disabled'
end

if verdict == 'broken' then
  put_off(id, now)
  wake(0)
  return verdict
end

if verdict == 'delivered' or verdict == 'skipped' or verdict == 'unreadable' then
  if redis.call('LINDEX', deliveries, 0) == ARGV[4] then redis.call('LPOP', deliveries) end
  if verdict == 'delivered' then
    redis.call('HSET', state, 'lastDelivery', string.format('%.0f', now))
    redis.call('HDEL', state, 'failures', 'failingSince')
  end
  if verdict == 'unreadable' then redis.call('HINCRBY', KEYS[13], id, 1) end
  finish({ id }, now, 0)
  if redis.call('EXISTS', deliveries) == 1 then
    make_due('urgent', id, now)
    wake(0)
  end
  return verdict
end

local failures = redis.call('HINCRBY', state, 'failures', 1)
redis.call('HSETNX', state, 'failingSince', string.format('%.0f', now))
local failing_ms = now - redis.call('HGET', state, 'failingSince')
if verdict == 'gone' or failing_ms >= tonumber(ARGV[8]) then return disable() end
local wait = math.max(tonumber(ARGV[math.min(8 + failures, #ARGV)]), tonumber(ARGV[7]))
put_off(id, now + wait)
wake(wait)
return 'failed'

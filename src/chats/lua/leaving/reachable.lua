-- needs: ../alerts/alerts.lua
-- A chat can be reached, as a function for scripts about one chat; after shard.lua. What was refused there before is over,
-- and so is its parking, and it is due now, ahead of what is routine. One that was parked has one try: the next failure
-- parks it again, so that a message that takes its worker down does so once.
local function be_reachable(chat)
  local key, now = chat_key(chat), now_ms()
  local was_doubted, was_parked = redis.call('HDEL', key, 'doubts') == 1, unpark(chat) == 1
  if not was_doubted and not was_parked then return false end
  redis.call('HDEL', due.retries, chat)
  if was_parked then redis.call('HSET', due.failures, chat, FAILURES_MAX - 1) end
  if redis.call('HEXISTS', due.fences, chat) == 1 then
    -- A refusal that is on its way is older than this: `soft-refusal.lua` counts it for none.
    if redis.call('EXISTS', key) == 1 then redis.call('HSET', key, 'doubts', '0 ' .. score(now)) end
  else
    redis.call('ZADD', due.leased, 'XX', 'LT', score(now), chat)
  end
  make_due('urgent', chat, now)
  wake(0)
  return true
end

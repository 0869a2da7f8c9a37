-- needs: ../shard.lua
-- A chat can be reached: `be_reachable` clears its soft refusals, unparks it and makes it due in the urgent lane. One that was
-- parked has one try, and its next failure parks it again, so that a message that kills its worker does so once.
-- The field `doubts` of a chat holds its soft refusals: how many in a row, and when the last one came (ms).
local SOFT_REFUSALS = 'doubts'

local function be_reachable(chat)
  local key = chat_key(chat)
  local was_refused, was_parked = redis.call('HDEL', key, SOFT_REFUSALS) == 1, unpark(chat) == 1
  if not was_refused and not was_parked then return false end
  local now = now_ms()
  redis.call('HDEL', due.retries, chat)
  if was_parked then redis.call('HSET', due.failures, chat, FAILURES_MAX - 1) end
  if redis.call('HEXISTS', due.fences, chat) == 1 then
    -- The refusal of a message that is being sent is older than this: `soft-refusals.lua` does not count it.
    if redis.call('EXISTS', key) == 1 then redis.call('HSET', key, SOFT_REFUSALS, '0 ' .. score(now)) end
  else
    redis.call('ZADD', due.leased, 'XX', 'LT', score(now), chat)
  end
  make_due('urgent', chat, now)
  wake(0)
  return true
end

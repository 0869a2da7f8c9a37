-- needs: ../../queue/lua/due.lua
-- Stores all that one collection of one page changed, queues what tells of it, and announces it: all or nothing.
-- KEYS[1..7]: the due queue of the webhooks (its prelude). KEYS[8..]: quotes, collected, held, dropped, disabled,
--   events, collections, announced.
-- ARGV[1]: JSON, all texts, so that no number is touched:
--   changes      list of { ref, before, state, updates, score, update, days, dayScore, dayBefore, day, keepFrom,
--                forget, lastUpdate, lastDay, watchers, fragment }; `before` and `dayBefore` are what was read, empty for nothing;
--                `forget` is the key of simulated updates where a real page took over; `lastUpdate` and `lastDay`, only
--                where the clock was set back, are the last that stay of what was collected; `fragment` is the JSON of
--                the monitor in a notification
--   confirmed    list of { ref, before, state }: states that change though nothing was published
--   collected    list of ref, ms …   held   list of ref, JSON …   freed   list of ref
--   head, tail   the JSON of the notification before its id, between that and its monitors, and after them
--   deliveries   what the key of a webhook's list begins with; waitingMax; eventsMax
--   announce     the message for the copies in memory
-- Returns the id of the update, '' where nothing changed, or 'conflict' where something changed since it was read: then
-- nothing is stored. The id of each notification begins with that of the update.
local quotes, collected, held, dropped = KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local disabled, events, collections, announced = KEYS[12], KEYS[13], KEYS[14], KEYS[15]
local plan = cjson.decode(ARGV[1])

local function is_state_as_read(change)
  return (redis.call('HGET', quotes, change.ref) or '') == change.before
end

local function is_day_as_read(change)
  local day = redis.call('ZRANGEBYSCORE', change.days, change.dayScore, change.dayScore)[1] or ''
  return day == change.dayBefore
end

-- The last letter of a day says where it came from: simulated, or made up.
local function forget_simulated(change)
  redis.call('DEL', change.forget)
  for _, day in ipairs(redis.call('ZRANGE', change.days, 0, -1)) do
    if day:find('[sm]$') then redis.call('ZREM', change.days, day) end
  end
end

-- Imported days stay.
local function forget_later(key, score, collected_pattern)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. score, '+inf')) do
    if member:find(collected_pattern) then redis.call('ZREM', key, member) end
  end
end

local function store(change)
  if change.forget ~= '' then forget_simulated(change) end
  redis.call('HSET', quotes, change.ref, change.state)
  redis.call('ZADD', change.updates, change.score, change.update)
  redis.call('ZREMRANGEBYSCORE', change.updates, '-inf', '(' .. change.keepFrom)
  redis.call('ZREMRANGEBYSCORE', change.days, change.dayScore, change.dayScore)
  redis.call('ZADD', change.days, change.dayScore, change.day)
  if change.lastDay then
    forget_later(change.updates, change.lastUpdate, '^-?%d+:[ls]')
    forget_later(change.days, change.lastDay, '[ls]$')
  end
end

local function notification(id, fragments)
  return plan.head[1] .. id .. plan.head[2] .. table.concat(fragments, ',') .. plan.tail
end

-- A webhook that waits for a retry keeps its time; one that is being delivered to comes again after that.
local function queue(webhook, body, now)
  local list = plan.deliveries .. webhook
  if redis.call('SISMEMBER', disabled, webhook) == 1 or redis.call('LLEN', list) >= tonumber(plan.waitingMax) then
    redis.call('HINCRBY', dropped, webhook, 1)
    return
  end
  redis.call('RPUSH', list, body)
  if redis.call('ZSCORE', due.routine, webhook) or redis.call('ZSCORE', due.urgent, webhook) then return end
  make_due('routine', webhook, now)
end

for _, change in ipairs(plan.changes) do
  if not is_state_as_read(change) or not is_day_as_read(change) then return 'conflict' end
end
for _, change in ipairs(plan.confirmed) do
  if not is_state_as_read(change) then return 'conflict' end
end
for _, change in ipairs(plan.confirmed) do redis.call('HSET', quotes, change.ref, change.state) end

local all, of, order = {}, {}, {}
for _, change in ipairs(plan.changes) do
  store(change)
  all[#all + 1] = change.fragment
  for _, webhook in ipairs(redis.call('SMEMBERS', change.watchers)) do
    if not of[webhook] then
      of[webhook] = {}
      order[#order + 1] = webhook
    end
    table.insert(of[webhook], change.fragment)
  end
end
if #plan.collected > 0 then redis.call('HSET', collected, unpack(plan.collected)) end
if #plan.held > 0 then redis.call('HSET', held, unpack(plan.held)) end
if #plan.freed > 0 then redis.call('HDEL', held, unpack(plan.freed)) end

local id = ''
if #all > 0 then
  local now = now_ms()
  id = string.format('%.0f-%.0f', now, redis.call('INCR', collections))
  for _, webhook in ipairs(order) do
    queue(webhook, notification(id .. '-' .. webhook, of[webhook]), now)
  end
  if #order > 0 then wake(0) end
  redis.call('XADD', events, 'MAXLEN', '~', plan.eventsMax, '*', 'body', notification(id, all))
end
redis.call('PUBLISH', announced, plan.announce)
return id

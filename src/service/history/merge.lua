-- Merges days into the history of monitors: all or nothing.
-- KEYS[1]: announced.
-- ARGV[1]: JSON: announce, the message; monitors, a list of { updates, days, merged }: its keys, and a list of
--   { score, from, to, day, updates } with the score, the first ms and that of the next day.
-- A day that was collected live or simulated stays as it is. The updates of an old day are trimmed, so its close alone tells
-- that it is the same. Returns for each monitor how many days were { new, the same, kept }.
local plan = cjson.decode(ARGV[1])

local function only(key, from, to)
  return redis.call('ZRANGEBYSCORE', key, from, to)
end

local function is_same_or_trimmed(before, now)
  return #before == 0 or table.concat(before, ' ') == table.concat(now, ' ')
end

local function replace(monitor, one)
  redis.call('ZREMRANGEBYSCORE', monitor.days, one.score, one.score)
  redis.call('ZADD', monitor.days, one.score, one.day)
  redis.call('ZREMRANGEBYSCORE', monitor.updates, one.from, '(' .. one.to)
  for _, update in ipairs(one.updates) do
    redis.call('ZADD', monitor.updates, update:match('^-?%d+'), update)
  end
end

local results, written = {}, 0
for i, monitor in ipairs(plan.monitors) do
  local result = { 0, 0, 0 }
  for _, one in ipairs(monitor.merged) do
    local before = only(monitor.days, one.score, one.score)[1]
    local kind = 1
    if before and before:find('[ls]$') then
      kind = 3
    elseif before == one.day and is_same_or_trimmed(only(monitor.updates, one.from, '(' .. one.to), one.updates) then
      kind = 2
    else
      replace(monitor, one)
      written = written + 1
    end
    result[kind] = result[kind] + 1
  end
  results[i] = result
end
if written > 0 then redis.call('PUBLISH', KEYS[1], plan.announce) end
return results

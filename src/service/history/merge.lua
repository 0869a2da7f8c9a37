-- Merges days that were prepared under keys of their own into the history of a monitor: all or nothing.
-- KEYS: prepared updates, prepared days, updates, days, announced.
-- ARGV[1]: what to announce, then for each day: its score, its first ms, the first ms of the next day.
-- A day that was collected live or simulated stays as it is. Returns how many days were { new, the same, kept }.
local prepared, prepared_days, updates, days = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local written, same, kept = 0, 0, 0

local function only(key, from, to)
  return redis.call('ZRANGEBYSCORE', key, from, to)
end

local function is_same(before, now)
  return #before == #now and table.concat(before, ' ') == table.concat(now, ' ')
end

local function replace(score, from, to, day, found)
  redis.call('ZREMRANGEBYSCORE', days, score, score)
  redis.call('ZADD', days, score, day)
  redis.call('ZREMRANGEBYSCORE', updates, from, to)
  for _, update in ipairs(found) do
    redis.call('ZADD', updates, update:match('^-?%d+'), update)
  end
end

for i = 2, #ARGV, 3 do
  local score, from, to = ARGV[i], ARGV[i + 1], '(' .. ARGV[i + 2]
  local before, day = only(days, score, score)[1], only(prepared_days, score, score)[1]
  local found = only(prepared, from, to)
  if before and before:find('[ls]$') then
    kept = kept + 1
  elseif before == day and is_same(only(updates, from, to), found) then
    same = same + 1
  else
    replace(score, from, to, day, found)
    written = written + 1
  end
end
redis.call('DEL', prepared, prepared_days)
if written > 0 then redis.call('PUBLISH', KEYS[5], ARGV[1]) end
return { written, same, kept }

-- Merges days that were prepared under keys of their own into the history of monitors: all or nothing.
-- KEYS[1]: announced, then for each monitor: prepared updates, prepared days, updates, days.
-- ARGV[1]: what to announce, then for each monitor the number of its days, and for each of these: its score, its first
-- ms, the first ms of the next day.
-- A day that was collected live or simulated stays as it is. The updates of an old day are trimmed, so its close alone tells
-- that it is the same. Returns for each monitor how many days were
-- { new, the same, kept }.

local function only(key, from, to)
  return redis.call('ZRANGEBYSCORE', key, from, to)
end

local function is_same_or_trimmed(before, now)
  return #before == 0 or table.concat(before, ' ') == table.concat(now, ' ')
end

local function merge(first_key, first_day, count)
  local prepared, prepared_days = KEYS[first_key], KEYS[first_key + 1]
  local updates, days = KEYS[first_key + 2], KEYS[first_key + 3]
  local written, same, kept = 0, 0, 0

  local function replace(score, from, to, day, found)
    redis.call('ZREMRANGEBYSCORE', days, score, score)
    redis.call('ZADD', days, score, day)
    redis.call('ZREMRANGEBYSCORE', updates, from, to)
    for _, update in ipairs(found) do
      redis.call('ZADD', updates, update:match('^-?%d+'), update)
    end
  end

  for i = first_day, first_day + 3 * count - 1, 3 do
    local score, from, to = ARGV[i], ARGV[i + 1], '(' .. ARGV[i + 2]
    local before, day = only(days, score, score)[1], only(prepared_days, score, score)[1]
    local found = only(prepared, from, to)
    if before and before:find('[ls]$') then
      kept = kept + 1
    elseif before == day and is_same_or_trimmed(only(updates, from, to), found) then
      same = same + 1
    else
      replace(score, from, to, day, found)
      written = written + 1
    end
  end
  redis.call('DEL', prepared, prepared_days)
  return { written, same, kept }
end

local results, written, at = {}, 0, 2
for key = 2, #KEYS, 4 do
  local count = tonumber(ARGV[at])
  local result = merge(key, at + 1, count)
  written = written + result[1]
  at = at + 1 + 3 * count
  results[#results + 1] = result
end
if written > 0 then redis.call('PUBLISH', KEYS[1], ARGV[1]) end
return results

-- Stores observed quotes that are newer than the stored ones, or correct them, and publishes those as a JSON list.
-- KEYS: observed quotes (hash: ref -> JSON; its name is the channel as well). ARGV of each quote: ref, as of (ms), the time
-- that it corrects ('' for none), JSON. Returns how many were stored.
local stored = {}
for i = 1, #ARGV, 4 do
  local known = redis.call('HGET', KEYS[1], ARGV[i])
  local at = known and cjson.decode(known).asOf
  if not at or at < tonumber(ARGV[i + 1]) or at == tonumber(ARGV[i + 2]) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 3])
    stored[#stored + 1] = ARGV[i + 3]
  end
end
if #stored > 0 then redis.call('PUBLISH', KEYS[1], '[' .. table.concat(stored, ',') .. ']') end
return #stored

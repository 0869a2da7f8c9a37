-- Keeps the newer of two sightings of each monitor, and tells every process of those that were news.
-- KEYS: sightings (hash: ref -> JSON; its name is the channel as well). ARGV: ref, as of (ms), JSON, for each.
-- Returns how many were news.
local news = {}
for i = 1, #ARGV, 3 do
  local known = redis.call('HGET', KEYS[1], ARGV[i])
  if not known or cjson.decode(known).asOf < tonumber(ARGV[i + 1]) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
    news[#news + 1] = ARGV[i + 2]
  end
end
if #news > 0 then redis.call('PUBLISH', KEYS[1], '[' .. table.concat(news, ',') .. ']') end
return #news

-- Keeps the newer of two sightings of each monitor, or the one that corrects the other, and tells every process of those
-- that were news.
-- KEYS: sightings (hash: ref -> JSON; its name is the channel as well). ARGV: ref, as of (ms), the time that it corrects
-- ('' for none), JSON, for each. Returns how many were news.
local news = {}
for i = 1, #ARGV, 4 do
  local known = redis.call('HGET', KEYS[1], ARGV[i])
  local at = known and cjson.decode(known).asOf
  if not at or at < tonumber(ARGV[i + 1]) or at == tonumber(ARGV[i + 2]) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 3])
    news[#news + 1] = ARGV[i + 3]
  end
end
if #news > 0 then redis.call('PUBLISH', KEYS[1], '[' .. table.concat(news, ',') .. ']') end
return #news

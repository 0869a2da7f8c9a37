-- Notes that a process uses a secret, and removes secrets that none has used for a while.
-- KEYS: secrets (hash: SHA-256 of a secret -> when it was last used, ms).
-- ARGV: hash, ms for which an unused secret is kept, how many others at most.
-- Returns the hashes of the other secrets, the last used first.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now))
local known, live = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #known, 2 do
  if tonumber(known[i + 1]) < now - tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], known[i])
  elseif known[i] ~= ARGV[1] then
    live[#live + 1] = { hash = known[i], at = tonumber(known[i + 1]) }
  end
end
table.sort(live, function(a, b) return a.at > b.at end)
local hashes = {}
for i = 1, math.min(#live, tonumber(ARGV[3])) do hashes[i] = live[i].hash end
return hashes

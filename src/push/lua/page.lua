-- What one call of `match.lua` works with: what was seen, how many chats are left to it, and how many it has made due.
local ref, as_of, price, sighting, left = ARGV[1], math.max(0, tonumber(ARGV[2])), ARGV[3], ARGV[4], tonumber(ARGV[5])
local made = 0
local CHUNK = 400

-- What other monitors came to by the same notification, where this shard has yet to see it: a gap is judged by both.
local soon = {}
for i = 6, #ARGV, 3 do
  local other, at = ARGV[i], tonumber(ARGV[i + 1])
  local _, known_at = newest(other)
  if at > (known_at or -1) then soon[other] = ARGV[i + 2] end
end

local function make_all_due(lane, chats)
  if #chats == 0 then return end
  local now = now_ms()
  made = made + #chats
  if redis.call('EXISTS', due.parked) == 1 then
    for _, chat in ipairs(chats) do make_due(lane, chat, now) end
    return
  end
  local scored, at = {}, score(now)
  for i, chat in ipairs(chats) do
    scored[2 * i - 1], scored[2 * i] = at, chat
  end
  for i = 1, #scored, 2 * CHUNK do
    redis.call('ZADD', due[lane], 'LT', unpack(scored, i, math.min(i + 2 * CHUNK - 1, #scored)))
  end
end

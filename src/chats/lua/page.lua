-- needs: alerts/alerts.lua
-- What one call of `match.lua` works with: what was seen, how many followers are left to it, and how many chats it has
-- made due.
local left, made = tonumber(ARGV[1]), 0
local CHUNK = 400

-- The prices of one notification, each of another monitor.
local seen = {}
for i = 2, #ARGV, 5 do
  local ref, as_of, corrects, price, sighting = unpack(ARGV, i, i + 4)
  seen[#seen + 1] = {
    ref = ref, as_of = math.max(0, tonumber(as_of)), corrects = tonumber(corrects), price = price, sighting = sighting,
  }
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

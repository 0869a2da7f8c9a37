-- needs: alerts/alerts.lua
-- Finds chats of one shard that have something undelivered and are not in the queue: they would never be handled. Chats that a
-- fan-out has still to reach are not lost. ARGV: 1 to make them due now, else 0; then chats. Returns those found.
local function is_in_queue(chat)
  for _, set in ipairs({ due.urgent, due.routine, due.leased, due.parked }) do
    if redis.call('ZSCORE', set, chat) then return true end
  end
  return false
end

-- The lane in which a chat would have to be due because of a field; nil if there is nothing to deliver.
local function lane_by(chat, field, value)
  local id = string.match(field, '^alert(%d+)$')
  if id then return redis.call('HEXISTS', shard.fired, chat .. ':' .. id) == 1 and 'urgent' or nil end
  if field == 'digest' then return 'routine' end
  if not string.find(field, ':', 1, true) then return nil end
  return behind(field, value) > 0 and not awaits_fan_out(field, chat) and 'routine' or nil
end

local function lane_for(chat)
  local lane, fields = nil, redis.call('HGETALL', chat_key(chat))
  for i = 1, #fields, 2 do
    if fields[i] == 'gone' then return nil end
    local found = lane_by(chat, fields[i], fields[i + 1])
    if lane ~= 'urgent' then lane = found or lane end
  end
  return lane
end

local lost = {}
for i = 2, #ARGV do
  local lane = not is_in_queue(ARGV[i]) and lane_for(ARGV[i])
  if lane then
    lost[#lost + 1] = ARGV[i]
    if ARGV[1] == '1' then make_due(lane, ARGV[i], now_ms()) end
  end
end
if #lost > 0 and ARGV[1] == '1' then wake(0) end
return lost

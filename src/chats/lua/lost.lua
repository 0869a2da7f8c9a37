-- needs: alerts/alerts.lua
-- Counts what is undelivered to chats of one shard, and finds those that have something undelivered and are not in the queue: they
-- would never be handled. Chats that a fan-out has still to reach are not lost. ARGV: 1 to make lost ones due now, else 0; then chats.
-- Returns what is undelivered to parked chats, to those that wait, and to lost ones, in prices and triggered alerts; then the lost ones.
local function state_of(chat)
  if redis.call('ZSCORE', due.parked, chat) then return 'parked' end
  for _, set in ipairs({ due.urgent, due.routine, due.leased }) do
    if redis.call('ZSCORE', set, chat) then return 'waiting' end
  end
end

-- The lane in which a chat would have to be due because of a field (nil: none), and how much of it is undelivered.
local function look_at_field(chat, field, value)
  local id = string.match(field, '^alert(%d+)$')
  if id then
    local triggers = redis.call('HEXISTS', shard.fired, chat .. ':' .. id)
    return triggers == 1 and 'urgent' or nil, triggers
  end
  if field == 'digest' then return 'routine', 0 end
  if not string.find(field, ':', 1, true) then return nil, 0 end
  local prices = behind(field, value)
  return prices > 0 and not awaits_fan_out(field, chat) and 'routine' or nil, prices
end

local function look_at(chat)
  local lane, undelivered, fields = nil, 0, redis.call('HGETALL', chat_key(chat))
  for i = 1, #fields, 2 do
    if fields[i] == 'gone' then return nil, 0 end
    local found, count_of = look_at_field(chat, fields[i], fields[i + 1])
    undelivered = undelivered + count_of
    if lane ~= 'urgent' then lane = found or lane end
  end
  return lane, undelivered
end

local counts, lost = { parked = 0, waiting = 0, lost = 0 }, {}
for i = 2, #ARGV do
  local lane, undelivered = look_at(ARGV[i])
  local state = state_of(ARGV[i]) or (lane and 'lost' or 'waiting')
  counts[state] = counts[state] + undelivered
  if state == 'lost' then
    lost[#lost + 1] = ARGV[i]
    if ARGV[1] == '1' then make_due(lane, ARGV[i], now_ms()) end
  end
end
if #lost > 0 and ARGV[1] == '1' then wake(0) end
return { counts.parked, counts.waiting, counts.lost, lost }

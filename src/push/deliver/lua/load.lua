-- needs: ../../../queue/lua/reserve.lua
-- Reserves chats of one shard and reads what their messages are composed from. KEYS[8..9]: prices, fired. ARGV[1..4]: as in
-- `reserve.lua`. Returns what that returns, then Redis' time (ms), the prices, the distinct hashes of the chats, and for each
-- chat the number of its hash (from 1), as most chats of a fan-out have equal ones. Prices and hashes are lists of field,
-- value, …; a hash has triggers as fields `fired:N`.
local prices, fired = KEYS[8], KEYS[9]
local tag = string.match(prices, '{.-}')

local function add_fired(chat, fields)
  local ids, keys = {}, {}
  for i = 1, #fields, 2 do
    local id = string.match(fields[i], '^alert(%d+)$')
    if id then
      ids[#ids + 1] = id
      keys[#keys + 1] = chat .. ':' .. id
    end
  end
  if #keys == 0 then return end
  for i, trigger in ipairs(redis.call('HMGET', fired, unpack(keys))) do
    if trigger then
      fields[#fields + 1] = 'fired:' .. ids[i]
      fields[#fields + 1] = trigger
    end
  end
end

local reply = reserve()
local chats = reply[3]
reply[5] = now
if #chats == 0 then return reply end
local has_fired = redis.call('EXISTS', fired) == 1
local states, numbers, state_of = {}, {}, {}
for i, chat in ipairs(chats) do
  local fields = redis.call('HGETALL', 'chat:' .. tag .. ':' .. chat)
  if has_fired then add_fired(chat, fields) end
  local text = table.concat(fields, '\0')
  if not numbers[text] then
    states[#states + 1] = fields
    numbers[text] = #states
  end
  state_of[i] = numbers[text]
end
reply[6] = redis.call('HGETALL', prices)
reply[7] = states
reply[8] = state_of
return reply

-- needs: ../../../queue/lua/reserve.lua ../../../chats/lua/shard.lua
-- Reserves chats of one shard and reads what their messages are composed from. KEYS: those of shard.lua. ARGV[1..4]: as in
-- `reserve.lua`. Returns what that returns, then Redis' time (ms), the prices, the distinct states of the chats, and for each
-- chat the number of its state (from 1), as most chats of a fan-out have equal ones. Prices and states are lists of field,
-- value, …; `read_chat` says what is in a state.
local reply = reserve()
local chats = reply[5]
reply[8] = now
if #chats == 0 then return reply end
local states, numbers, state_of = {}, {}, {}
for i, chat in ipairs(chats) do
  local state = read_chat(chat)
  local text = table.concat(state, '\0')
  if not numbers[text] then
    states[#states + 1] = state
    numbers[text] = #states
  end
  state_of[i] = numbers[text]
end
reply[9] = redis.call('HGETALL', shard.prices)
reply[10] = states
reply[11] = state_of
return reply

-- needs: pack.lua
-- KEYS[14]: chat. ARGV: chat. Returns the print of what it has, then field, value, …, as `pack.lua` says, and what each
-- alert has seen here last as `seen:N`, which is not the chat's own and so not in the print. One that is gone has seen nothing.
local packed = pack(ARGV[1])
local print = print_of(packed)

local function add_seen(id, signal)
  local value, at = seen_now(signal)
  if not value then return end
  packed[#packed + 1] = 'seen:' .. id
  packed[#packed + 1] = value .. ' ' .. string.format('%.0f', at)
end

local is_here = redis.call('HEXISTS', KEYS[14], 'gone') == 0
for i = 1, is_here and #packed or 0, 2 do
  local id = string.match(packed[i], '^alert(%d+)$')
  if id then add_seen(id, parse_alert(packed[i + 1]).signal) end
end
table.insert(packed, 1, print)
return packed

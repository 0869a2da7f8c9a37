-- needs: ../alerts/alerts.lua
-- Everything that a chat has (`read_chat`), to be moved to another number. With a chat as the only ARGV (KEYS[14]: chat) it returns
-- the fingerprint of that, then all of it, then for each alert the value of its signal in this shard as `seen:N`, which is not part
-- of the fingerprint; a chat that left has none.

-- Equal for equal states of a chat.
local function fingerprint_of(packed)
  return redis.sha1hex(table.concat(packed, '\n'))
end

-- The value of a signal in this shard, and as of when (ms); nil if it is not known.
local function seen_now(signal)
  local first, second = refs_of(signal)
  local _, at, price = newest(first)
  if not second then return price, at end
  local _, second_at = newest(second)
  return signal_now(signal), second_at and math.max(at or 0, second_at)
end

local function add_seen(packed, id, signal)
  local value, at = seen_now(signal)
  if not value then return end
  packed[#packed + 1] = 'seen:' .. id
  packed[#packed + 1] = value .. ' ' .. string.format('%.0f', at)
end

local function pack_to_move(chat)
  local packed = read_chat(chat)
  local fingerprint = fingerprint_of(packed)
  local is_here = redis.call('HEXISTS', KEYS[14], 'gone') == 0
  for i = 1, is_here and #packed or 0, 2 do
    local id = string.match(packed[i], '^alert(%d+)$')
    if id then add_seen(packed, id, parse_alert(packed[i + 1]).signal) end
  end
  table.insert(packed, 1, fingerprint)
  return packed
end

if #ARGV == 1 then return pack_to_move(ARGV[1]) end

-- needs: alerts/alerts.lua
-- Prices that a chat was just shown, for scripts that begin from them; after alerts.lua. Those that a shard knew while
-- nobody wanted them may be days old. Reads ref, price and as of (ms) of each from ARGV, from an index on; what is armed
-- then counts from those that are no older than what the shard knows. Returns { price, at } by ref.
local function take_shown(from)
  local seen = {}
  for i = from, #ARGV, 3 do
    local ref, price, at = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
    local _, newest_at = newest(ref)
    seen[ref] = { price = price, at = at }
    if at >= (newest_at or 0) then shown[ref] = price end
  end
  return seen
end

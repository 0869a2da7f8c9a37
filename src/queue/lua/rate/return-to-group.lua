-- needs: group.lua
-- A message that was counted was not sent: the newest one of its kind counts no more. ARGV: push or reply. Returns how many
-- were taken back.
local entries = redis.call('ZREVRANGE', KEYS[1], 0, -1)
for _, entry in ipairs(entries) do
  if string.match(entry, '^%a+') == ARGV[1] and entry ~= ARGV[1] then return redis.call('ZREM', KEYS[1], entry) end
end
return 0

-- needs: group.lua
-- Telegram takes nothing for a group for a while. ARGV: ms. Never ends an earlier rest sooner. Returns 1.
local until_ms = now + ARGV[1]
if until_ms > tonumber(redis.call('ZSCORE', KEYS[1], 'rest') or 0) then put('rest', until_ms) end
return 1

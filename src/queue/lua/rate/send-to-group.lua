-- needs: group.lua
-- Counts one message to a group, or an edit there. ARGV: push or reply. Returns 0, or in how many ms there is room for it;
-- then nothing is counted.
local wait_ms = wait_of(ARGV[1])
if wait_ms == 0 then put(ARGV[1] .. ' ' .. time[1] .. '.' .. time[2], now) end
return wait_ms

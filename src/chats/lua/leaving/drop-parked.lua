-- needs: leave.lua
-- Gives up a chat that is parked, in one step, as it may come back at any time. ARGV: chat, fate, seconds, as `leave.lua`
-- has them. Returns what that returns; or unknown where the chat is not parked.
if unpark(ARGV[1]) == 0 then return 'unknown' end
return leave(ARGV[1], ARGV[2], ARGV[3])

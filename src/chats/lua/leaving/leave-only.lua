-- needs: pack.lua leave.lua
-- ARGV: chat, fate, seconds, why, as `leave.lua` has them, and the print of what the chat has if it may only leave as long
-- as it has just that. Returns what that returns; or changed.
if ARGV[5] and print_of(pack(ARGV[1])) ~= ARGV[5] then return 'changed' end
return leave(ARGV[1], ARGV[2], ARGV[3], ARGV[4])

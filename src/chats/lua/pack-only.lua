-- KEYS[14]: chat. ARGV: chat. Returns the print of what it has, then field, value, …, as `pack.lua` says.
local packed = pack(ARGV[1])
table.insert(packed, 1, print_of(packed))
return packed

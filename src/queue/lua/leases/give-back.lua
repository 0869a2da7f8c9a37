-- needs: ../due.lua
-- Gives back what a process holds without knowing it: a reservation whose answer never came. ARGV: process, then the
-- tokens that it knows of. Returns how many members are due again.
local now, known, given = now_ms(), {}, 0

-- Both lanes of a reservation are known by the token of either.
local function plain(token)
  return string.gsub(token, URGENT .. '$', '')
end

for i = 2, #ARGV do known[plain(ARGV[i])] = true end
local fences = redis.call('HGETALL', due.fences)
for i = 1, #fences, 2 do
  local member, token = fences[i], fences[i + 1]
  if member ~= '' and not known[plain(token)] and process_of(token) == ARGV[1] then
    put_off(member, now, token)
    given = given + 1
  end
end
if given > 0 then wake(0) end
return given

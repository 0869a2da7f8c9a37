-- Records what chats were told and settles them, in one step.
-- KEYS[8..]: a chat each. ARGV, for each: member, token, rest (ms), count of follows told, then field and value of each.
-- A chat whose lease ended meanwhile is not touched: another worker has it.
local now, i, told = now_ms(), 1, 0
local soonest = nil
for key = 8, #KEYS do
  local member, rest, count = ARGV[i], tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  if holds(member, ARGV[i + 1]) then
    for field = i + 4, i + 3 + count * 2, 2 do
      if redis.call('HEXISTS', KEYS[key], ARGV[field]) == 1 then
        redis.call('HSET', KEYS[key], ARGV[field], ARGV[field + 1])
      end
    end
    finish(member, now, rest)
    if not soonest or rest < soonest then soonest = rest end
    told = told + 1
  end
  i = i + 4 + count * 2
end
if soonest then wake(soonest) end
return told

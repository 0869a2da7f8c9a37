-- Removes consumers that are gone: those that took nothing that is unfinished, and asked for nothing in a while.
-- KEYS: stream. ARGV: group, idle (ms). Returns how many. One that was only slow is made anew when it reads again.
local removed = 0
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {}
  for i = 1, #fields, 2 do consumer[fields[i]] = fields[i + 1] end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
    removed = removed + 1
  end
end
return removed

-- Begins, ends or counts in a broadcast. KEYS: broadcast.
-- ARGV: a command, the number of the broadcast, and its arguments:
--   begin ID HTML CHAT MESSAGE   returns 0 while another one goes on
--   end ID                       it is sent to no further chat
--   count ID FIELD BY            adds to one of its counts
-- Returns 1; 0 where the broadcast has ended, so that a late count does not go to a later one.
local command, id = ARGV[1], ARGV[2]
local known = redis.call('HMGET', KEYS[1], 'id', 'html', 'chat')
if command == 'begin' then
  -- A hash without all three is what an earlier broadcast left: a start that was broken off, or late counts.
  if known[1] and known[2] and known[3] then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'id', id, 'html', ARGV[3], 'chat', ARGV[4], 'message', ARGV[5])
  return 1
end
if known[1] ~= id then return 0 end
if command == 'count' then
  redis.call('HINCRBY', KEYS[1], ARGV[3], ARGV[4])
  return 1
end
redis.call('DEL', KEYS[1])
return 1

-- Gives each monitor that has none the next number. Numbers stay for ever.
-- KEYS[1]: numbers. ARGV: refs. Returns the number of each ref, in order.
local numbers = {}
for i, ref in ipairs(ARGV) do
  local number = redis.call('HGET', KEYS[1], ref)
  if not number then
    number = redis.call('HLEN', KEYS[1]) + 1
    redis.call('HSET', KEYS[1], ref, number)
  end
  numbers[i] = tonumber(number)
end
return numbers

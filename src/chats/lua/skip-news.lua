-- What a chat was not told yet is withheld from it for good; it listens again for what comes. KEYS[14]: chat. ARGV: chat.
local chat, key = ARGV[1], KEYS[14]
if redis.call('HEXISTS', key, 'gone') == 1 then return 0 end
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  local field, value = fields[i], fields[i + 1]
  local id = string.match(field, '^alert(%d+)$')
  if id then
    count('withheld', redis.call('HDEL', shard.fired, chat .. ':' .. id))
    if parse_alert(value).done then forget_alert(chat, id, value, 'withheld') end
  elseif string.find(field, ':', 1, true) then
    local missed = behind(field, value)
    if missed > 0 then
      count('withheld', missed)
      local price, at, least = string.match(value, '^(%S+) (%S+) %d+(.*)$')
      redis.call('HSET', key, field, price .. ' ' .. at .. ' ' .. sequence_of(field) .. least)
      listen(field, chat)
    end
  end
end
return 1

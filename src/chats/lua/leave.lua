-- Nothing more is looked out for on behalf of a chat. KEYS[14]: chat.
-- ARGV: chat, what becomes of what it was not told yet, seconds that its choices are kept (0: forgotten now), and the
-- print of what it has if it may only leave as long as it has just that.
-- Returns 1 if something that was followed or watched is so no more in this shard, else 0; changed if it has not.
local chat, fate, key = ARGV[1], ARGV[2], KEYS[14]
if ARGV[4] and print_of(pack(chat)) ~= ARGV[4] then return 'changed' end
local has_changed = false
if redis.call('HEXISTS', key, 'gone') == 0 then
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    local id = string.match(field, '^alert(%d+)$')
    if id then
      local alert = parse_alert(value)
      disarm(chat, id, alert.signal)
      count(fate, redis.call('HDEL', shard.fired, chat .. ':' .. id))
      has_changed = watch(alert.signal, -1) or has_changed
      if alert.done then redis.call('HDEL', key, field) end
    elseif string.find(field, ':', 1, true) then
      count(fate, behind(field, value))
      stop_listening(field, chat)
      -- A message that is under way to it tells it nothing that still counts.
      local price, at, least = string.match(value, '^(%S+) (%S+) %d+(.*)$')
      redis.call('HSET', key, field, price .. ' ' .. at .. ' ' .. sequence_of(field) .. least)
      has_changed = want(shard.followed, field, -1) or has_changed
    end
  end
  if #fields > 0 then redis.call('HSET', key, 'gone', 1) end
end
if ARGV[3] == '0' then redis.call('DEL', key) else redis.call('EXPIRE', key, ARGV[3]) end
return has_changed and 1 or 0

-- needs: ../alerts/alerts.lua
-- Nothing more is looked out for on behalf of a chat, as a function. `fate` is what becomes of what it was not told yet;
-- its choices are kept for so many seconds ('0': forgotten now); `why` stands in the field `gone`, the first one stays.
-- Returns 1 if something that was followed or watched is so no more in this shard, else 0.
local function leave(chat, fate, kept_seconds, why)
  local key, has_changed = chat_key(chat), false
  unpark(chat)
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
    if #fields > 0 then redis.call('HSET', key, 'gone', why or 1) end
  end
  if kept_seconds == '0' then redis.call('DEL', key) else redis.call('EXPIRE', key, kept_seconds) end
  return has_changed and 1 or 0
end

-- Gives a chat what another had: follows as far as that one was told, and alerts. KEYS[14]: chat. ARGV: chat, then field
-- and value of each, as the other chat had them. What the chat has already stays as it is. Returns 1.
local chat, key = ARGV[1], KEYS[14]
for i = 2, #ARGV, 2 do
  local field, value = ARGV[i], ARGV[i + 1]
  local id = string.match(field, '^alert(%d+)$')
  if redis.call('HEXISTS', key, field) == 0 then
    if id then
      local alert = parse_alert(value)
      if not alert.done then
        watch(alert.signal, 1)
        if not alert.paused then arm(chat, id, alert, signal_now(alert.signal) or tonumber(alert.from)) end
        redis.call('HSET', key, field, value)
      end
    else
      local price, at, least = string.match(value, '^(%S+) (%S+) %S+ ?(%S*)')
      follow_from(field, chat, price, time_of(at), least ~= '' and least or nil)
      want(shard.followed, field, 1)
    end
  end
end
return 1

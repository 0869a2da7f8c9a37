-- needs: ../../../queue/lua/due.lua
-- Begins with webhooks that were reserved: keeps them for as long as an attempt may take, and reads what to send.
-- KEYS[8]: webhooks. ARGV: lease (ms), prefix of deliveries, then id and token of each.
-- Returns for each the webhook and its oldest delivery; both empty where it is not held any more, or not there.
local now, found = now_ms(), {}
for i = 3, #ARGV, 2 do
  local id = ARGV[i]
  local webhook, body = '', ''
  if holds(id, ARGV[i + 1]) then
    redis.call('ZADD', due.leased, now + ARGV[1], id)
    webhook = redis.call('HGET', KEYS[8], id) or ''
    body = redis.call('LINDEX', ARGV[2] .. id, 0) or ''
  end
  found[#found + 1] = webhook
  found[#found + 1] = body
end
return found

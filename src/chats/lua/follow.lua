-- Adds a follow, or takes it up again for a chat that had gone; the chat is due at once where the price moved since it
-- was shown.
-- KEYS[8..11]: chat, followers, followed, prices.
-- ARGV: chat, ref, its field, price told, at (ms), thread ('' for none), most.
-- Returns first (of the shard), followed, already or full.
local chat_key, followers, followed, prices = KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local chat, ref, field, price, at = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
redis.call('PERSIST', chat_key)
local is_known = redis.call('HEXISTS', chat_key, field) == 1
if is_known and redis.call('SISMEMBER', followers, chat) == 1 then return 'already' end
if not is_known and tonumber(redis.call('HGET', chat_key, 'follows') or 0) >= tonumber(ARGV[7]) then return 'full' end
redis.call('HSET', chat_key, field, price .. ' ' .. at)
if not is_known then redis.call('HINCRBY', chat_key, 'follows', 1) end
if ARGV[6] ~= '' then redis.call('HSET', chat_key, 'thread', ARGV[6]) end
local count = redis.call('HINCRBY', followed, ref, redis.call('SADD', followers, chat))
local newest = redis.call('HGET', prices, ref)
if newest then
  newest = cjson.decode(newest)
  if newest.asOf > tonumber(at) and newest.quote.price ~= price then
    make_due('routine', chat, now_ms())
    wake(0)
  end
end
return count == 1 and 'first' or 'followed'

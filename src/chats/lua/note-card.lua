-- Notes for which price a chat was posted a card. KEYS: chat. ARGV: the value of its field `card`.
-- Returns 1; 0 where the chat ended its posts, or was deleted, while the card was on its way.
if redis.call('HEXISTS', KEYS[1], 'card') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'card', ARGV[1])
return 1

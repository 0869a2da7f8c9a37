-- needs: reachable.lua
-- Telegram took a message in a chat. ARGV: chat. Returns 1 if it had refused some before, or was parked; one that left stays
-- away.
if redis.call('HEXISTS', chat_key(ARGV[1]), 'gone') == 1 then return 0 end
return be_reachable(ARGV[1]) and 1 or 0

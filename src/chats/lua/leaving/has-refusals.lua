-- Whether a chat has soft refusals or is parked, which `soft-refusals.lua` clears. It is asked after every answer to a chat, so it
-- needs nothing else. KEYS: the hash of the chat, the parked ones of its queue. ARGV: chat. Returns 1 or 0.
if redis.call('HEXISTS', KEYS[1], 'doubts') == 1 or redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 1 end
return 0

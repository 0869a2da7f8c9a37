-- Adds a follow. KEYS[14]: chat. ARGV: chat, ref, price shown, at (ms), thread ('' for none), most.
-- Returns first (of the shard), followed, already, full, or gone for a chat that is to be revived first.
local chat, ref, key = ARGV[1], ARGV[2], KEYS[14]
if redis.call('HEXISTS', key, 'gone') == 1 then return 'gone' end
if redis.call('HEXISTS', key, ref) == 1 then return 'already' end
local follows = 0
for _, field in ipairs(redis.call('HKEYS', key)) do
  if string.find(field, ':', 1, true) then follows = follows + 1 end
end
if follows >= tonumber(ARGV[6]) then return 'full' end
follow_from(ref, chat, ARGV[3], tonumber(ARGV[4]))
if ARGV[5] ~= '' then redis.call('HSET', key, 'thread', ARGV[5]) end
return want(shard.followed, ref, 1) and 'first' or 'followed'

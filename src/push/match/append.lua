-- Appends the prices of one notification to the stream, unless the notification came before or too many entries wait.
-- KEYS: stream; and the key that remembers the notification, where it can come twice.
-- ARGV: observed quotes as JSON, most entries that may wait, for how long to remember (s). Returns kept, repeated or full.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end
redis.call('XADD', KEYS[1], '*', 'sightings', ARGV[1])
if KEYS[2] then redis.call('SET', KEYS[2], '', 'EX', ARGV[3]) end
return 'kept'

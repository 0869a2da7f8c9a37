-- Appends the prices of one notification to the stream. KEYS: stream; the key that remembers the notification, if any.
-- ARGV: observed quotes as JSON, how many entries may wait, for how long the notification is remembered (s).
-- Returns kept; repeated if the notification came before; full if too many entries wait.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end
redis.call('XADD', KEYS[1], '*', 'quotes', ARGV[1])
if KEYS[2] then redis.call('SET', KEYS[2], '', 'EX', ARGV[3]) end
return 'kept'

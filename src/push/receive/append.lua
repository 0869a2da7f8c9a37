-- Appends what was seen to the stream, unless it came before or too much waits.
-- KEYS: stream, and what remembers a notification, where it can come twice.
-- ARGV: sightings as JSON, most that may wait, for how long to remember (s). Returns kept, repeated or full.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return 'repeated' end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end
redis.call('XADD', KEYS[1], '*', 'sightings', ARGV[1])
if KEYS[2] then redis.call('SET', KEYS[2], '', 'EX', ARGV[3]) end
return 'kept'

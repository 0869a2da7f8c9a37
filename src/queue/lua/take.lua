-- Leases places in the common rate (GCRA): each place is a moment on one grid, so that late wakers lose nothing.
-- KEYS: limit. A hash: `tat` = the first free moment, `gate` = closed until (both µs).
-- ARGV: µs between two places, places wanted, how far ahead a place may lie (µs).
-- Returns places given, µs until the first of them (or, if none, until it is worth asking again).
local interval, wanted, horizon = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local state = redis.call('HMGET', KEYS[1], 'tat', 'gate')
local gate = tonumber(state[2] or 0)
if gate > now then return { 0, gate - now } end
local first = math.max(tonumber(state[1] or 0), now)
local given = math.min(wanted, math.floor((now + horizon - first) / interval) + 1)
if given < 1 then return { 0, first - now - horizon } end
redis.call('HSET', KEYS[1], 'tat', string.format('%.0f', first + given * interval))
return { given, first - now }

-- Leases places in the common rate (GCRA): each place is a moment on one grid, so that late wakers lose nothing.
-- ARGV[2..3]: places wanted, how far ahead a place may lie (µs).
-- Returns now, µs between two places, µs the gate is closed, places given, when the first of them is. Where none is
-- given: when it is worth asking again, as places gathered and lie ahead still.
local wanted, horizon = tonumber(ARGV[2]), tonumber(ARGV[3])
if closed_micros > 0 then return { now, interval, closed_micros, 0, gate } end
if tat > now + horizon / 2 then return { now, interval, 0, 0, tat - horizon / 2 } end
local given = math.min(wanted, math.floor((now + horizon - tat) / interval) + 1)
set('tat', tat + given * interval)
return { now, interval, 0, given, tat }

-- needs: rate.lua
-- Leases places in the common rate (GCRA): each place is a moment on one grid, so that late wakers lose nothing.
-- ARGV[2..3]: places wanted, how far ahead a place may lie (µs).
-- Returns now, µs between two places, µs the gate is closed, places given, when the first of them is. Where none is
-- given: when it is worth asking again, as places gathered and lie ahead still.
-- After a pause connections must be made first: what is sent first arrives late, and must not meet in one second what
-- is sent a second later. So 100 ms stay free after the first lease; but not where the rate is no limit to anybody.
local PAUSE_MICROS, CONNECT_MICROS, UNLIMITED_MICROS = 1000000, 100000, 100
local wanted, horizon = tonumber(ARGV[2]), tonumber(ARGV[3])
if closed_micros > 0 then return { now, interval, closed_micros, 0, gate } end
if tat > now + horizon / 2 then return { now, interval, 0, 0, tat - horizon / 2 } end
local given = math.min(wanted, math.floor((now + horizon - tat) / interval) + 1)
local ends = tat + given * interval
local was_paused = now - last_lease > PAUSE_MICROS
set('leased', ends)
set('tat', (was_paused and interval >= UNLIMITED_MICROS) and ends + CONNECT_MICROS or ends)
return { now, interval, 0, given, tat }

-- needs: rate.lua
-- Takes places that do not wait (answers to commands): those that wait come later for it, by 1 s at most, since a
-- flood of answers is forgotten a second after it and must not keep the others waiting for longer.
-- ARGV[2]: places. Returns now, µs between two places, µs the gate is closed.
local DEBT_MICROS_MAX = 1000000
set('tat', math.max(tat, math.min(tat + interval * ARGV[2], now + DEBT_MICROS_MAX)))
return { now, interval, closed_micros }

-- Closes the gate for every process, never earlier than it was closed for, and tells them on the channel of the same
-- name. The rate falls to 80 % where the gate was closed less than a minute ago, or the rate is lowered already. What
-- is refused behind a closed gate was in flight: it says nothing new.
-- ARGV[2]: for how long (ms). Returns now, µs between two places from now on, µs the gate is closed.
local REPEATED_MICROS, SHARE_LEAST = 60000000, 100
local until_micros = now + ARGV[2] * 1000
if closed_micros == 0 and (now - gate < REPEATED_MICROS or share < SHARE_WHOLE) then
  local lowered = math.max(SHARE_LEAST, math.floor(share * 0.8))
  interval = math.floor(ARGV[1] * SHARE_WHOLE / lowered + 0.5)
  set('share', lowered)
  set('lowered', until_micros)
end
if until_micros > gate then
  set('gate', until_micros)
  redis.call('PUBLISH', KEYS[1], ARGV[2])
end
return { now, interval, math.max(gate, until_micros) - now }

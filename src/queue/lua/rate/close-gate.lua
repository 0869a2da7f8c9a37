-- needs: rate.lua
-- Closes the gate for every process, never earlier than it was closed for, and tells them on the channel of the same
-- name. The rate falls to 80 % where the gate was closed less than a minute ago, or the rate is lowered already. What
-- is refused behind a closed gate was in flight: it says nothing new.
-- ARGV[2..3]: for how long (ms); the group that was refused, or ''. One group's refusal may be its own: the gate stays
-- open unless another one was refused within 5 s. `refused` in the hash is the last one, and when (µs).
-- Returns now, µs between two places from now on, µs the gate is closed, and 1 if it was closed by this.
local REPEATED_MICROS, ALIKE_MICROS = 60000000, 5000000
local until_micros = now + ARGV[2] * 1000

-- Whether a group is the only one that was refused of late.
local function is_alone(group)
  local last, at = string.match(redis.call('HGET', KEYS[1], 'refused') or '', '^(%S+) (%d+)$')
  redis.call('HSET', KEYS[1], 'refused', group .. ' ' .. string.format('%.0f', now))
  return not last or last == group or math.abs(now - tonumber(at)) > ALIKE_MICROS
end

if ARGV[3] ~= '' and is_alone(ARGV[3]) then return { now, interval, closed_micros, 0 } end
if closed_micros == 0 and (now - gate < REPEATED_MICROS or share < SHARE_WHOLE) then
  local less = math.max(SHARE_LEAST, math.floor(share * 0.8))
  interval = math.floor(ARGV[1] * SHARE_WHOLE / less + 0.5)
  set('share', less)
  set('lowered', until_micros)
end
if until_micros > gate then
  set('gate', until_micros)
  redis.call('PUBLISH', KEYS[1], ARGV[2])
end
return { now, interval, math.max(gate, until_micros) - now, 1 }

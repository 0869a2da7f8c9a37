-- needs: alerts.lua
-- Arms alerts: puts each where it waits for its signal, and re-arms it after a trigger.
-- `ALERT_KINDS`, which says what each kind waits for, is written before the script by `loadAlertScript` (chats/alert.ts), from
-- rates/alert-kinds.ts:
--   side     1: the signal must rise above the value; -1: it must fall below; 0: either
--   is_move  the value is how many percent a price moves from where it was, and not a price or a gap; from MOVE_PERCENT_MIN on,
--            and smaller ones, which earlier versions took, count as that
-- An alert of another version of the program is kept, and armed by no script of this one.
local function is_known(alert)
  return ALERT_KINDS[alert.kind] ~= nil
end

local function kind_of(alert)
  return ALERT_KINDS[alert.kind] or error('unknown kind of alert: ' .. alert.kind)
end

local function is_move(alert)
  return kind_of(alert).is_move
end

-- Whether a value of the signal is past the threshold; never for a move.
local function is_past(alert, value)
  local kind = kind_of(alert)
  return not kind.is_move and (value - tonumber(alert.value)) * kind.side > 0
end

-- The scores that a move from a price must exceed, and fall below; false for a side that the kind does not wait for.
local function bounds_of_move(alert, from)
  local side, at = kind_of(alert).side, math.max(tonumber(alert.value), MOVE_PERCENT_MIN)
  return side >= 0 and just_below(clean(from * (1 + at / 100))), side <= 0 and just_above(clean(from * (1 - at / 100)))
end

-- Whether the cooldown of an alert is over (s).
local function may_trigger(alert, seconds)
  if not alert.at or not alert.cooldown then return true end
  alert.at = not_later(tonumber(alert.at), seconds)
  return alert.at + tonumber(alert.cooldown) <= seconds
end

local function arm_move(member, alert, from)
  local rising, falling = bounds_of_move(alert, from)
  if rising then redis.call('ZADD', waiting_set('rising', alert.signal), rising, member) end
  if falling then redis.call('ZADD', waiting_set('falling', alert.signal), falling, member) end
end

-- Arms an alert; `now_at` is the value of its signal. If its threshold is passed already, it waits to be re-armed.
local function arm(chat, id, alert, now_at)
  if not is_known(alert) then return end
  local member, at = chat .. ':' .. id .. ':', tonumber(alert.value)
  if is_move(alert) then return arm_move(member .. 's', alert, now_at) end
  local mode = (alert.once or alert.cooldown or alert['until'] or alert.routine) and 's' or 'p'
  local rising, falling = waiting_set('rising', alert.signal), waiting_set('falling', alert.signal)
  local rises, must_rearm = kind_of(alert).side > 0, now_at and is_past(alert, now_at)
  if must_rearm then mode = string.upper(mode) end
  if rises and must_rearm then redis.call('ZADD', falling, just_above(at), member .. mode)
  elseif rises then redis.call('ZADD', rising, at, member .. mode)
  elseif must_rearm then redis.call('ZADD', rising, just_below(at), member .. mode)
  else redis.call('ZADD', falling, at, member .. mode) end
end

-- Arms an alert from the value of its signal now; a move is measured from there.
local function arm_from_now(chat, id, alert)
  if not is_known(alert) then return end
  if is_move(alert) then alert.from = price_of(alert.signal) or alert.from end
  arm(chat, id, alert, signal_now(alert.signal) or tonumber(alert.from))
end

-- needs: ../alerts/adopt-alert.lua
-- Gives a chat everything that it had at its former number: settings, follows, alerts and their triggers.
-- KEYS[14]: chat. ARGV: chat, fingerprint, seconds for which it is kept if the chat had left, then field and value of each, as
-- `pack.lua` returns them. Settings replace those of the chat, and what it follows already stays as it is; an alert whose number
-- is taken gets another one. The same fingerprint changes nothing the second time, as its triggers may have been delivered.
-- Returns 1 if it was new.
local fingerprint = ARGV[2]
for i = 4, #ARGV, 2 do fields[ARGV[i]] = ARGV[i + 1] end
local was_gone = fields.gone
fields.gone, fields.doubts, fields.moved, fields.lastAlert = nil, nil, nil, nil

local function is_wanted(field)
  return string.find(field, ':', 1, true) or string.find(field, '^alert%d+$')
end

local function wants_anything()
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if is_wanted(field) then return true end
  end
end

-- A chat that had left is still gone after the move, unless it follows something at its new number.
local function adopt_stopped()
  if redis.call('HEXISTS', key, 'gone') == 0 and wants_anything() then return end
  fields.live = nil
  for field, value in pairs(fields) do
    local old, own, free = string.match(field, '^alert(%d+)$')
    if old then own, free = number_for(parse_alert(value), old) end
    if not own then redis.call('HSET', key, free and 'alert' .. free or field, value) end
  end
  redis.call('HSET', key, 'gone', was_gone)
  redis.call('EXPIRE', key, ARGV[3])
end

local function adopt_follow(ref, value)
  if redis.call('HEXISTS', key, ref) == 1 then return end
  local price, at, least = string.match(value, '^(%S+) (%S+) %S+ ?(%S*)')
  follow_from(ref, chat, price, time_of(at), least ~= '' and least or nil)
  want(shard.followed, ref, 1)
end

-- Messages of a group do not move with it: its live message must be posted again.
local function adopt_setting(field, value)
  if field == 'cast' and redis.call('HGET', key, field) == value .. '.' then return end -- it was sent here already
  if field == 'live' then value = string.gsub(value, '^%S+ (%S+) %S+', '0 %1 -') end
  redis.call('HSET', key, field, value)
end

if redis.call('HGET', key, 'moved') == fingerprint then return 0 end
if was_gone then
  adopt_stopped()
else
  for field, value in pairs(fields) do
    if string.find(field, '^fired:') or string.find(field, '^seen:') then -- moves with its alert
    elseif string.find(field, ':', 1, true) then adopt_follow(field, value)
    elseif is_wanted(field) then adopt_alert(field, value)
    else adopt_setting(field, value) end
  end
  redis.call('HSET', key, 'moved', fingerprint)
  if fields.digest then make_due('routine', chat, now_ms()) end
  wake(0)
end
return 1

-- needs: ../alerts/adopt-alert.lua
-- Gives a chat what another had: settings, follows as far as that one was told, alerts, and what these have triggered;
-- after adopt-alert.lua.
-- KEYS[14]: chat. ARGV: chat, the print of what the other had, seconds that it is kept if that one had left, then field
-- and value of each, as `pack-only.lua` has them. What the chat wants already stays as it is; an alert whose number is taken
-- gets another one. The same print changes nothing the second time: what it brought was told meanwhile, perhaps. Returns 1
-- if it was new.
local print = ARGV[2]
for i = 4, #ARGV, 2 do fields[ARGV[i]] = ARGV[i + 1] end
local was_gone = fields.gone
fields.gone, fields.doubts, fields.moved, fields.lastAlert = nil, nil, nil, nil

local function is_want(field)
  return string.find(field, ':', 1, true) or string.find(field, '^alert%d+$')
end

local function has_wants()
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if is_want(field) then return true end
  end
end

-- Nobody is brought back by moving: nothing is looked out for. But who follows anew in the new place has decided anew.
local function adopt_stopped()
  if redis.call('HEXISTS', key, 'gone') == 0 and has_wants() then return end
  fields.live = nil
  for field, value in pairs(fields) do
    local old, own, free = string.match(field, '^alert(%d+)$')
    if old then own, free = place_of(parse_alert(value), old) end
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

-- Messages stay behind where a group was: its live one is to be posted anew.
local function adopt_setting(field, value)
  if field == 'live' then value = string.gsub(value, '^%S+ (%S+) %S+', '0 %1 -') end
  redis.call('HSET', key, field, value)
end

if redis.call('HGET', key, 'moved') == print then return 0 end
if was_gone then
  adopt_stopped()
else
  for field, value in pairs(fields) do
    if string.find(field, '^fired:') or string.find(field, '^seen:') then -- goes with its alert
    elseif string.find(field, ':', 1, true) then adopt_follow(field, value)
    elseif is_want(field) then adopt_alert(field, value)
    else adopt_setting(field, value) end
  end
  redis.call('HSET', key, 'moved', print)
  if fields.digest then make_due('routine', chat, now_ms()) end
  wake(0)
end
return 1

-- Records what chats were told, or what was withheld from them, and settles them, in one step.
-- KEYS[14..]: a chat each. ARGV, for each: member, token, rest (ms), due again at (ms; 0: not by itself), then
--   how many follows, and ref, told, fate (told or withheld) of each;
--   how many triggered alerts, and number, trigger as it was told, of each;
--   how many other fields, and field, value of each.
-- Returns the members whose lease had ended meanwhile: another worker has those, and nothing of them is touched.
local now, at, lost = now_ms(), 1, {}
local soonest = nil

local function next_argument()
  at = at + 1
  return ARGV[at - 1]
end

-- A chat that has heard the newest price listens again; one that has not is due again after its rest.
local function record_follow(chat, key, ref, told, fate)
  local before = redis.call('HGET', key, ref)
  if not before then return false end -- unfollowed meanwhile
  local missed = behind(ref, before) - behind(ref, told)
  if missed < 1 then return false end -- followed anew meanwhile
  redis.call('HSET', key, ref, told)
  count(fate, 1)
  count('superseded', missed - 1)
  if behind(ref, told) > 0 then return true end
  listen(ref, chat)
end

-- One that was triggered again after it was read is still to be told.
local function record_alert(chat, key, id, trigger)
  local field = chat .. ':' .. id
  if redis.call('HGET', shard.fired, field) ~= trigger then return end
  redis.call('HDEL', shard.fired, field)
  count('told', 1)
  local text = redis.call('HGET', key, 'alert' .. id)
  if text and parse_alert(text).done then forget_alert(chat, id, text, 'withheld') end
end

local function skip(fields)
  for _ = 1, tonumber(next_argument()) * fields do next_argument() end
end

local function record(chat, key)
  local is_behind = false
  for _ = 1, tonumber(next_argument()) do
    is_behind = record_follow(chat, key, next_argument(), next_argument(), next_argument()) or is_behind
  end
  for _ = 1, tonumber(next_argument()) do
    record_alert(chat, key, next_argument(), next_argument())
  end
  for _ = 1, tonumber(next_argument()) do redis.call('HSET', key, next_argument(), next_argument()) end
  return is_behind
end

for i = 14, #KEYS do
  local member, token, rest, again = next_argument(), next_argument(), tonumber(next_argument()), tonumber(next_argument())
  if holds(member, token) then
    local is_behind = record(member, KEYS[i])
    finish(member, now, rest)
    if is_behind then make_due('routine', member, now + rest) end
    if again > 0 then make_due('urgent', member, math.max(again, now + rest)) end
    if is_behind or redis.call('ZSCORE', due.routine, member) or redis.call('ZSCORE', due.urgent, member) then
      soonest = math.min(soonest or rest, rest)
    end
  else
    lost[#lost + 1] = member
    skip(3)
    skip(2)
    skip(2)
  end
end
if soonest then wake(soonest) end
return lost

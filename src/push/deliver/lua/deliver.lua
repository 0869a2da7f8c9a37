-- needs: ../../../chats/lua/alerts/alerts.lua
-- Records what was delivered to chats of one shard or withheld from them, and ends their reservations.
-- KEYS: those of shard.lua; the keys of the chats are derived from KEYS[8].
-- ARGV, in pairs: an account, and the numbers of the chats that share it, separated by spaces. The first line of an account is
-- the token of the reservation, for how long the chats rest (ms), when they are due again (ms; 0: not without a new price) and
-- in which lane. Further lines are `delivered REF TOLD` or `withheld REF TOLD` of a follow, `fired NUMBER TRIGGER` of an alert
-- that was delivered, `set FIELD VALUE` of any other field; an empty value removes the field.
-- Returns how many chats still held their token. Another worker has the others; nothing of them is changed.
local now, counted = now_ms(), {}
-- The field of the delivery ledger that counts each outcome of a price.
local LEDGER = { delivered = 'told', withheld = 'withheld' }

local function tally(field, by)
  counted[field] = (counted[field] or 0) + by
end

-- What a line about a follow changes for every chat that was told the same price before: how many prices it accounts for, how
-- many newer ones are left, and what is stored. The least change of a follow stays as it is.
local function step_from(before, ref, told)
  local left = behind(ref, told)
  local least = string.match(before, '^%S+ %S+ %S+( %S+)$') or ''
  return { accounted = behind(ref, before) - left, left = left, value = told .. least }
end

-- A chat that was told the newest price listens again. Returns true for one that is due again, as there is a newer price.
local function record_follow(chat, key, line)
  local ref = line.name
  local before = redis.call('HGET', key, ref)
  if not before then return false end -- it was unfollowed meanwhile
  local step = line.steps[before] or step_from(before, ref, line.value)
  line.steps[before] = step
  if step.accounted < 1 then return false end -- it was unfollowed and followed again meanwhile
  redis.call('HSET', key, ref, step.value)
  tally(LEDGER[line.what], 1)
  tally('superseded', step.accounted - 1)
  if step.left > 0 then return true end
  if awaits_fan_out(ref, chat) then redis.call('HSET', shard.fan_outs, early(ref), 1) end
  listen(ref, chat)
end

-- An alert that triggered again after it was read is still to be delivered.
local function record_alert(chat, key, id, trigger)
  local field = chat .. ':' .. id
  if redis.call('HGET', shard.fired, field) ~= trigger then return end
  redis.call('HDEL', shard.fired, field)
  tally('told', 1)
  local text = redis.call('HGET', key, 'alert' .. id)
  if text and parse_alert(text).done then forget_alert(chat, id, text, 'withheld') end
end

-- Writes nothing for a chat that was deleted meanwhile, or about a live message that was ended or replaced meanwhile.
local function set(key, name, value)
  if redis.call('EXISTS', key) == 0 then return end
  local function number_of(text) return string.match(text or '', '^%d+') end
  if name == 'live' and number_of(redis.call('HGET', key, name) or '') ~= number_of(value) then return end
  if value == '' then redis.call('HDEL', key, name) else redis.call('HSET', key, name, value) end
end

-- Returns whether a newer price is left for the chat.
local function record(chat, lines)
  local key, is_behind = chat_key(chat), false
  for _, line in ipairs(lines) do
    if line.what == 'fired' then record_alert(chat, key, line.name, line.value)
    elseif line.what == 'set' then set(key, line.name, line.value)
    else is_behind = record_follow(chat, key, line) or is_behind end
  end
  return is_behind
end

local function parse(text)
  local token, rest, again, lane, rest_of_lines = string.match(text, '^(%S+) (%S+) (%S+) (%S+)(.*)$')
  local lines = {}
  for what, name, value in string.gmatch(rest_of_lines, '\n(%S+) (%S+) ([^\n]*)') do
    lines[#lines + 1] = { what = what, name = name, value = value, steps = {} }
  end
  return { token = token, rest = tonumber(rest), again = tonumber(again), lane = lane, lines = lines }
end

local chats, account_of = {}, {}
for i = 1, #ARGV, 2 do
  local account = parse(ARGV[i])
  for chat in string.gmatch(ARGV[i + 1], '%S+') do
    chats[#chats + 1] = chat
    account_of[#chats] = account
  end
end

local finished, rests, due_again = {}, {}, {}
for i, token in ipairs(redis.call('HMGET', due.fences, unpack(chats))) do
  local chat, account = chats[i], account_of[i]
  if token == account.token then
    finished[#finished + 1] = chat
    rests[#rests + 1] = account.rest
    if record(chat, account.lines) then due_again[#due_again + 1] = { 'routine', chat, now + account.rest } end
    if account.again > 0 then due_again[#due_again + 1] = { account.lane, chat, math.max(account.again, now + account.rest) } end
  end
end

for field, by in pairs(counted) do count(field, by) end
local is_due = finish_all(finished, now, rests)
for _, one in ipairs(due_again) do make_due(unpack(one)) end
if is_due or #due_again > 0 then wake(math.min(unpack(rests))) end
return #finished

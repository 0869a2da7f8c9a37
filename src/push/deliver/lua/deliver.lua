-- needs: ../../../chats/lua/alerts/alerts.lua
-- Records what was delivered to chats of one shard or withheld from them, and ends their reservations.
-- KEYS: those of shard.lua; the keys of the chats are derived from KEYS[8].
-- ARGV, in pairs: an account, and the chats that share it, separated by spaces: most of a fan-out do. The first line of an account
-- is the token of the reservation, for how long the chats rest (ms), when they are due again (ms; 0: not without a new price) and
-- in which lane. Further lines are `delivered REF TOLD` or `withheld REF TOLD` of a follow, `fired NUMBER TRIGGER` of an alert that
-- was delivered, `set FIELD VALUE` of any other field; an empty value removes the field.
local now, counted = now_ms(), {}
-- The field of the delivery ledger that counts each outcome of a price.
local LEDGER = { delivered = 'told', withheld = 'withheld' }

local function tally(field, by)
  counted[field] = (counted[field] or 0) + by
end

-- A chat that was told the newest price listens again. Returns true for one that is due again, as there is a newer price. The
-- least change of a follow stays as it is.
local function record_follow(chat, key, line)
  local ref = line.name
  local before = redis.call('HGET', key, ref)
  if not before then return false end -- it was unfollowed meanwhile
  local sequence, least = string.match(before, '^%S+ %S+ (%d+)(.*)$')
  local accounted = line.sequence - sequence
  if accounted < 1 then return false end -- it was unfollowed and followed again meanwhile
  redis.call('HSET', key, ref, line.value .. least)
  tally(LEDGER[line.what], 1)
  tally('superseded', accounted - 1)
  if sequence_of(ref) > line.sequence then return true end
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
    local sequence = tonumber(string.match(value, '^%S+ %S+ (%d+)'))
    lines[#lines + 1] = { what = what, name = name, value = value, sequence = sequence }
  end
  return { token = token, rest = tonumber(rest), again = tonumber(again), lane = lane, lines = lines }
end

local soonest

local function note_due(in_ms)
  soonest = math.min(soonest or in_ms, in_ms)
end

-- Ends the reservations of chats that share an account, and makes them due again if it says so.
local function finish_all(chats, account)
  if finish(chats, now, account.rest) then note_due(account.rest) end
  if account.again == 0 then return end
  local at = math.max(account.again, now + account.rest)
  make_all_due(account.lane, chats, at)
  note_due(at - now)
end

-- Chats of which another worker has the token are left as they are.
local function record_all(chats, account)
  local held, behind_chats = {}, {}
  for i, token in ipairs(redis.call('HMGET', due.fences, unpack(chats))) do
    if token == account.token then
      held[#held + 1] = chats[i]
      if record(chats[i], account.lines) then behind_chats[#behind_chats + 1] = chats[i] end
    end
  end
  if #held > 0 then finish_all(held, account) end
  if #behind_chats > 0 then
    make_all_due('routine', behind_chats, now + account.rest)
    note_due(account.rest)
  end
end

for i = 1, #ARGV, 2 do
  local chats = {}
  for chat in string.gmatch(ARGV[i + 1], '%S+') do chats[#chats + 1] = chat end
  record_all(chats, parse(ARGV[i]))
end
for field, by in pairs(counted) do count(field, by) end
if soonest then wake(soonest) end

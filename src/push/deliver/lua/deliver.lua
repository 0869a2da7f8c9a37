-- needs: ../../../chats/lua/alerts/alerts.lua
-- Records what was delivered to chats of one shard or withheld from them, and ends their reservations.
-- KEYS: those of shard.lua; the keys of the chats are derived from KEYS[8].
-- ARGV: chats, then the account of each. The first line of an account is the token of the reservation, for how long the chat
-- rests (ms), when it is due again (ms; 0: not without a new price) and in which lane. Further lines are `delivered REF TOLD` or
-- `withheld REF TOLD` of a follow, `fired NUMBER TRIGGER` of an alert that was delivered, `set FIELD VALUE` of any other field; an
-- empty value removes the field. Most accounts of a fan-out are equal.
-- A chat whose token another worker has is left as it is.
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
  local left = behind(ref, line.value)
  local accounted = behind(ref, before) - left
  if accounted < 1 then return false end -- it was unfollowed and followed again meanwhile
  redis.call('HSET', key, ref, line.value .. (string.match(before, '^%S+ %S+ %S+( %S+)$') or ''))
  tally(LEDGER[line.what], 1)
  tally('superseded', accounted - 1)
  if left > 0 then return true end
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
    lines[#lines + 1] = { what = what, name = name, value = value }
  end
  return { token = token, rest = tonumber(rest), again = tonumber(again), lane = lane, lines = lines }
end

-- Chats that are finished, by how long they rest (ms), and what makes chats due again: lane, chat, time.
local finished, due_again = {}, {}

local function end_reservation(chat, account, is_behind)
  local rest_end = now + account.rest
  finished[account.rest] = finished[account.rest] or {}
  table.insert(finished[account.rest], chat)
  if is_behind then table.insert(due_again, { 'routine', chat, rest_end }) end
  if account.again > 0 then table.insert(due_again, { account.lane, chat, math.max(account.again, rest_end) }) end
end

local accounts, count_of_chats = {}, #ARGV / 2
local tokens = redis.call('HMGET', due.fences, unpack(ARGV, 1, count_of_chats))
for i, token in ipairs(tokens) do
  local chat, text = ARGV[i], ARGV[count_of_chats + i]
  local account = accounts[text] or parse(text)
  accounts[text] = account
  if token == account.token then end_reservation(chat, account, record(chat, account.lines)) end
end

local soonest = math.huge
for rest_ms, chats in pairs(finished) do
  if finish(chats, now, rest_ms) then soonest = math.min(soonest, rest_ms) end
end
for _, one in ipairs(due_again) do
  make_due(unpack(one))
  soonest = math.min(soonest, one[3] - now)
end
for field, by in pairs(counted) do count(field, by) end
if soonest < math.huge then wake(soonest) end

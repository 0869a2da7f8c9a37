-- Records what chats were told, or what was withheld from them, and settles them, in one step.
-- ARGV: a text for each chat, whose first line is its member, token, rest (ms) and when it is due again (ms; 0: not by
-- itself). Lines after that: `told REF TOLD` or `withheld REF TOLD` of a follow, `fired NUMBER TRIGGER` of an alert that
-- was told, `set FIELD VALUE` of anything else. Chats are all of one shard, and their keys are derived from KEYS[8].
-- Returns how many still held their token: the others another worker has, and nothing of them is touched.
local now, counted = now_ms(), {}

local function tally(fate, by)
  counted[fate] = (counted[fate] or 0) + by
end

-- A chat that has heard the newest price listens again; one that has not is due again after its rest.
local function record_follow(chat, key, fate, ref, told)
  local before = redis.call('HGET', key, ref)
  if not before then return false end -- unfollowed meanwhile
  local left = behind(ref, told)
  local missed = behind(ref, before) - left
  if missed < 1 then return false end -- followed anew meanwhile
  redis.call('HSET', key, ref, told)
  tally(fate, 1)
  tally('superseded', missed - 1)
  if left > 0 then return true end
  listen(ref, chat)
end

-- One that was triggered again after it was read is still to be told.
local function record_alert(chat, key, id, trigger)
  local field = chat .. ':' .. id
  if redis.call('HGET', shard.fired, field) ~= trigger then return end
  redis.call('HDEL', shard.fired, field)
  tally('told', 1)
  local text = redis.call('HGET', key, 'alert' .. id)
  if text and parse_alert(text).done then forget_alert(chat, id, text, 'withheld') end
end

-- Nothing is kept of a chat that was forgotten meanwhile. A live message that was ended or replaced meanwhile stays so.
local function set(key, name, value)
  if redis.call('EXISTS', key) == 0 then return end
  local function number_of(text) return string.match(text or '', '^%d+') end
  if name == 'live' and number_of(redis.call('HGET', key, name) or '') ~= number_of(value) then return end
  redis.call('HSET', key, name, value)
end

-- Returns whether the chat is behind still.
local function record(chat, lines)
  local key, is_behind = chat_key(chat), false
  for what, name, value in string.gmatch(lines, '\n(%S+) (%S+) ([^\n]*)') do
    if what == 'fired' then record_alert(chat, key, name, value)
    elseif what == 'set' then set(key, name, value)
    else is_behind = record_follow(chat, key, what, name, value) or is_behind end
  end
  return is_behind
end

local members, chats = {}, {}
for i, text in ipairs(ARGV) do
  local member, token, rest, again, lines = string.match(text, '^(%S+) (%S+) (%S+) (%S+)(.*)$')
  members[i] = member
  chats[i] = { token = token, rest = tonumber(rest), again = tonumber(again), lines = lines }
end

local finished, rests, due_again = {}, {}, {}
for i, token in ipairs(redis.call('HMGET', due.fences, unpack(members))) do
  local member, chat = members[i], chats[i]
  if token == chat.token then
    finished[#finished + 1] = member
    rests[#rests + 1] = chat.rest
    if record(member, chat.lines) then due_again[#due_again + 1] = { 'routine', member, now + chat.rest } end
    if chat.again > 0 then due_again[#due_again + 1] = { 'urgent', member, math.max(chat.again, now + chat.rest) } end
  end
end

for fate, by in pairs(counted) do count(fate, by) end
local is_due = finish_all(finished, now, rests)
for _, one in ipairs(due_again) do make_due(unpack(one)) end
if is_due or #due_again > 0 then wake(math.min(unpack(rests))) end
return #finished

-- needs: pack.lua
-- A chat leaves: it no longer follows or watches anything, so nothing is composed for it when it is due.
-- KEYS[14]: chat. ARGV: chat; the outcome in the ledger of what it was not told yet; seconds for which its choices are kept
-- ('0': they are deleted now, and its number leaves the queue); the reason, stored in its field `gone` unless that has one ('': the time in s); then
-- '' or the fingerprint that its state must have; and 'parked' if it must be parked.
-- Returns 1 if nobody in this shard wants one of its monitors any more, else 0; changed or unknown if it does not leave.
-- A broadcast that waits for the chat waits no longer, as it is not sent there (`enlist.lua` counted it); one that moves has it
-- sent at its new number.
local function leave_broadcast(key)
  local waiting = string.match(redis.call('HGET', key, 'cast') or '', '^[^.]+$')
  if not waiting then return end
  redis.call('HDEL', key, 'cast')
  local found = 'enlisted:' .. TAG .. ':' .. waiting
  if redis.call('EXISTS', found) == 1 then redis.call('DECR', found) end
end

local function leave(chat, outcome, kept_seconds, why)
  local key, has_changed = chat_key(chat), false
  unpark(chat)
  if redis.call('HEXISTS', key, 'gone') == 0 then
    local fields = redis.call('HGETALL', key)
    for i = 1, #fields, 2 do
      local field, value = fields[i], fields[i + 1]
      local id = string.match(field, '^alert(%d+)$')
      if id then
        local alert = parse_alert(value)
        disarm(chat, id, alert.signal)
        count(outcome, redis.call('HDEL', shard.fired, chat .. ':' .. id))
        has_changed = watch(alert.signal, -1) or has_changed
        if alert.done then redis.call('HDEL', key, field) end
      elseif string.find(field, ':', 1, true) then
        count(outcome, behind(field, value))
        stop_listening(field, chat)
        -- A message that is being sent to it changes nothing any more.
        local price, at, least = string.match(value, '^(%S+) (%S+) %d+(.*)$')
        redis.call('HSET', key, field, price .. ' ' .. at .. ' ' .. sequence_of(field) .. least)
        has_changed = want(shard.followed, field, -1) or has_changed
      end
    end
    if #fields > 0 then redis.call('HSET', key, 'gone', why ~= '' and why or math.floor(now_ms() / 1000)) end
  end
  if kept_seconds ~= '0' then redis.call('EXPIRE', key, kept_seconds)
  else
    redis.call('DEL', key)
    forget(chat)
  end
  return has_changed and 1 or 0
end

local fingerprint, must_be_parked = ARGV[5] or '', ARGV[6] == 'parked'
if fingerprint ~= '' and fingerprint_of(read_chat(ARGV[1])) ~= fingerprint then return 'changed' end
if must_be_parked and unpark(ARGV[1]) == 0 then return 'unknown' end
if fingerprint == '' then leave_broadcast(KEYS[14]) end
return leave(ARGV[1], ARGV[2], ARGV[3], ARGV[4])

-- needs: ../../queue/lua/due.lua
-- Keeps updates from Telegram, each once; after the functions of the due queue. Keys derived here carry its tag:
--   NAME:{n}:updates:PLACE  list: what waits in a place, in order; what is first may be in hand
--   NAME:{n}:seen:PAGE      bits: which of 65,536 consecutive update numbers were kept, remembered for a day
-- ARGV: lease (ms), how many places may be taken in hand, process, then place, update number, update of each.
-- Returns for each: repeated, full (too much waits there), waits, or the token by which the caller has the place now.
local lease_ms, room, now = tonumber(ARGV[1]), tonumber(ARGV[2]), now_ms()
local WAITING_MAX, PAGE, REMEMBERED_SECONDS, SUSPECT_FAILURES = 200, 65536, 86400, 2
local name = string.gsub(due.urgent, ':urgent$', '')
local token, replies, is_due = nil, {}, false

local function page_of(number)
  return name .. ':seen:' .. math.floor(number / PAGE)
end

local function is_repeated(number)
  return redis.call('GETBIT', page_of(number), number % PAGE) == 1
end

local function remember(number)
  redis.call('SETBIT', page_of(number), number % PAGE, 1)
  redis.call('EXPIRE', page_of(number), REMEMBERED_SECONDS)
end

local function is_free(place)
  return room > 0 and not redis.call('ZSCORE', due.routine, place)
end

-- Who writes again is not left silent: what was first at the deaths is tried once more, and ended before.
local function come_back(place)
  if not redis.call('ZSCORE', due.parked, place) then return false end
  unpark(place)
  redis.call('HSET', due.failures, place, SUSPECT_FAILURES)
  return make_due('routine', place, now)
end

local function take(place)
  token = token or ARGV[3] .. '.' .. redis.call('HINCRBY', due.fences, '', 1)
  room = room - 1
  redis.call('ZADD', due.leased, now + lease_ms, place)
  redis.call('HSET', due.fences, place, token)
  return token
end

local function keep(place, number, update)
  if is_repeated(number) then return 'repeated' end
  is_due = come_back(place) or is_due
  local list = name .. ':updates:' .. place
  if redis.call('LLEN', list) >= WAITING_MAX then return 'full' end -- not remembered: it may come again
  remember(number)
  redis.call('RPUSH', list, update)
  if redis.call('HEXISTS', due.fences, place) == 1 then return 'waits' end -- who has it finds this too
  if is_free(place) then return take(place) end
  is_due = make_due('routine', place, now) or is_due
  return 'waits'
end

for i = 4, #ARGV, 3 do
  replies[#replies + 1] = keep(ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2])
end
if is_due then wake(0) elseif token then remember_time(now) end
return replies

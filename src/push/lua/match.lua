-- Keeps the newest price of a monitor in one shard, and makes its followers due, a page of them a call.
-- KEYS[8..10]: prices, fan-outs begun (hash: ref -> as of), followers.
-- ARGV: ref, as of (ms), sighting as JSON, cursor ('0' at first), followers a call.
-- Returns the cursor of the next call ('0': all done) and how many were made due.
-- A fan-out is marked until its last page, so that one broken off by a kill is repeated and not forgotten; an older
-- one that ends meanwhile leaves the mark of the newer.
local prices, begun, followers = KEYS[8], KEYS[9], KEYS[10]
local ref, as_of, sighting, cursor = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]

if cursor == '0' then
  local known = redis.call('HGET', prices, ref)
  if known then
    known = cjson.decode(known)
    if known.asOf > as_of then return { '0', 0 } end
    local moved = known.quote.price ~= cjson.decode(sighting).quote.price
    if known.asOf == as_of and moved then return { '0', 0 } end
    if not moved and redis.call('HEXISTS', begun, ref) == 0 then
      redis.call('HSET', prices, ref, sighting)
      return { '0', 0 }
    end
  end
  redis.call('HSET', prices, ref, sighting)
  redis.call('HSET', begun, ref, as_of)
end

local page = redis.call('SSCAN', followers, cursor, 'COUNT', ARGV[5])
local now = now_ms()
for _, chat in ipairs(page[2]) do
  make_due('routine', chat, now)
end
if #page[2] > 0 then wake(0) end
if page[1] == '0' and tonumber(redis.call('HGET', begun, ref)) == as_of then redis.call('HDEL', begun, ref) end
return { page[1], #page[2] }

-- Appends updates from Telegram to a stream, each once. KEYS: stream. Derived keys, which carry its hash tag:
--   STREAM:seen:PAGE   bits: which of 65,536 consecutive update numbers were stored or are done, kept for a day
-- ARGV: how many updates may wait, then number and text of each. One without a text is done, and only noted.
-- Returns 'kept', or 'full' if an update is not stored, as too many wait.
local PAGE, REMEMBERED_SECONDS = 65536, 86400
local stream, waiting_max, pages, reply = KEYS[1], tonumber(ARGV[1]), {}, 'kept'

local function keep(number, update)
  local page, bit = stream .. ':seen:' .. math.floor(number / PAGE), number % PAGE
  if redis.call('GETBIT', page, bit) == 1 then return end
  if update ~= '' then
    if redis.call('XLEN', stream) >= waiting_max then reply = 'full' return end -- not noted: Telegram may send it again
    redis.call('XADD', stream, '*', 'update', update)
  end
  redis.call('SETBIT', page, bit, 1)
  pages[page] = true
end

for i = 2, #ARGV, 2 do keep(tonumber(ARGV[i]), ARGV[i + 1]) end
for page in pairs(pages) do redis.call('EXPIRE', page, REMEMBERED_SECONDS) end
return reply

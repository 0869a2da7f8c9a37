-- needs: group.lua
-- Whether a command of a member of a group may begin. ARGV: member. A member has at most half of what the others left, so
-- that one who floods leaves room for them. Returns go; notice where it may not, the group or the member was not told so
-- for a minute, and there is room to tell it; else silence.
local NOTICE_ROOM = 3
local ASKED, TOLD = 'asked ' .. ARGV[1] .. ' ', 'told ' .. ARGV[1]

local function asked_by_member()
  local count = 0
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if string.sub(entry, 1, #ASKED) == ASKED then count = count + 1 end
  end
  return count
end

local function tell(whom)
  if redis.call('ZSCORE', KEYS[1], whom) then return 'silence' end
  put(whom, now)
  return 'notice'
end

if wait_of('command') > 0 then return wait_of('reply') > 0 and 'silence' or tell('told') end
local all, own = sent_of('command')
local room, asked = math.min(MOST.command.all - #all, MOST.command.own - #own), asked_by_member()
if asked > 0 and asked >= room then return room < NOTICE_ROOM and 'silence' or tell(TOLD) end
put(ASKED .. time[1] .. '.' .. time[2], now)
return 'go'

-- needs: cross.lua
-- Servers may round what they answer, and notify the same price at full length; for `match.lua`. What a price was seen in
-- says, as JSON, what it is when it is rounded (by `roundedPrice`), and whether it was an answer that may have been.
local function rounded_in(seen)
  return string.match(seen, '"rounded":"([^"]+)"')
end

local function may_be_rounded(seen)
  return string.find(seen, '"mayBeRounded":true', 1, true) ~= nil
end

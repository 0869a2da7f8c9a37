-- Servers may round what they answer to two decimals, half up, and notify the same price at full length; for `match.lua`.
-- A price in hundredths, as digits.
local function hundredths(text)
  local whole, cents, beyond = string.match(text, '^(%d+)%.?(%d?%d?)(%d?)')
  local digits = whole .. cents .. string.rep('0', 2 - #cents)
  if beyond < '5' then return digits end
  local head, nines = string.match(digits, '^(.-)(9*)$')
  local raised = head == '' and '1' or string.sub(head, 1, -2) .. tonumber(string.sub(head, -1)) + 1
  return raised .. string.rep('0', #nines)
end

-- What a price was seen in, as JSON: an answer that may have been rounded, or not.
local function may_be_rounded(seen)
  return string.find(seen, '"mayBeRounded":true', 1, true) ~= nil
end

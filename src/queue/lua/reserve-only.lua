-- needs: reserve.lua
-- Reserves, and nothing else: `reserve.lua` says what it takes and returns.
return reserve()

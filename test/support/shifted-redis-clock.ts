import { Redis } from 'ioredis'
import './shifted-clock.ts'

/**
 * Preloaded by `--import` into a process whose scripts see a clock of Redis that is ahead by the ms of the key `AHEAD_KEY`. Its own
 * clock is that of `shifted-clock.ts`.
 */
const AHEAD_KEY = 'clock-ahead-ms'

const SHIM = `
local own, redis = redis, setmetatable({}, { __index = redis })
redis.call = function(name, ...)
  local reply = own.call(name, ...)
  if name ~= 'TIME' then return reply end
  local ahead = tonumber(own.call('GET', '${AHEAD_KEY}') or 0)
  return { string.format('%d', reply[1] + math.floor(ahead / 1000)), reply[2] }
end
`

const define = Redis.prototype.defineCommand
Redis.prototype.defineCommand = function defineCommand(name, { lua = '', ...rest }) {
  return define.call(this, name, { ...rest, lua: SHIM + lua })
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ReplyError } from 'ioredis'
import type { Redis } from './redis.ts'

type Run = (numberOfKeys: number, ...keysAndArguments: (string | number)[]) => Promise<unknown>

/** One atomic change in Redis. Keys of one call carry one hash tag. */
export interface Script {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>
}

const knownTo = new WeakMap<Redis, Set<string>>()

/** Loads a script from its `.lua` files: the last one is the script, those before it are the functions it uses. */
export function loadScript(...files: readonly URL[]): Script {
  const lua = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const name = `tasa_${createHash('sha1').update(lua).digest('hex')}`
  const methodOf = (redis: Redis): Run => {
    const known = knownTo.get(redis) ?? new Set()
    if (!known.has(name)) redis.defineCommand(name, { lua })
    knownTo.set(redis, known.add(name))
    return Reflect.get(redis, name).bind(redis)
  }
  return {
    run: (redis, keys, args) => methodOf(redis)(keys.length, ...keys, ...args),
  }
}

/** Whether a script failed on what it was given, or on what it found: not because Redis is away, full or starting. */
export const isScriptError = (error: unknown): boolean =>
  error instanceof ReplyError && SCRIPT_ERROR.test((error as Error).message)
const SCRIPT_ERROR = /^(ERR|WRONGTYPE) /

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ReplyError } from 'ioredis'
import { z } from 'zod'
import type { Redis } from './connection.ts'

type Run = (numberOfKeys: number, ...keysAndArguments: (string | number)[]) => Promise<unknown>

/** One atomic change in Redis. On a cluster keys of one call carry one hash tag. */
export interface Script {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>
}

const knownTo = new WeakMap<Redis, Set<string>>()

/**
 * Loads a script, and before it the files that its first line names (`-- needs: due.lua ../chats/lua/shard.lua`), each once.
 * `constants` is Lua that comes before all of them.
 */
export function loadScript(file: URL, constants = ''): Script {
  const lua = [constants, ...[...withNeeded(file)].map((one) => readFileSync(new URL(one), 'utf8'))].join(
    '\n',
  )
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

/** A Lua file after the files that it needs, in the order to load them. */
function withNeeded(file: URL): Set<string> {
  const [, names = ''] = /^-- needs: (.+)/.exec(readFileSync(file, 'utf8')) ?? []
  const needed = names.split(' ').filter((name) => name !== '')
  return new Set([...needed.flatMap((name) => [...withNeeded(new URL(name, file))]), file.href])
}

/** Whether a script failed because of its arguments or the stored data, and not because Redis is away, full or starting. */
export const isScriptError = (error: unknown): boolean =>
  error instanceof ReplyError && SCRIPT_ERROR.test((error as Error).message)
const SCRIPT_ERROR = /^(ERR|WRONGTYPE) /

/** JSON from Redis. Text that is no JSON is an issue like any other, and not thrown. */
export const storedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})

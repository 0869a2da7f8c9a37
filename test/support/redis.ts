import { afterAll, beforeEach } from 'vitest'
import { runToken } from '../../src/cli/token.ts'
import { connectRedis, mastersOf, type Redis } from '../../src/redis/connection.ts'
import { createPrivateRedis, findPrivateRedis } from '../../src/redis/private-redis.ts'
import { createLog, type LogLevel } from '../../src/runtime/log.ts'
import { isWatched, watchLine, watchRedis } from './canary.ts'
import { useFolder } from './folder.ts'

const LEVEL = (process.env.TEST_LOG ?? (isWatched ? 'debug' : 'silent')) as LogLevel

/** Shows nothing, unless TEST_LOG names a level; what the parts of a test log is looked at for secrets. */
export const silent = createLog(LEVEL, (line) => {
  watchLine(line)
  if (process.env.TEST_LOG) process.stderr.write(line)
}).log

/** In the program a command has 2 s; on a busy machine a test's own commands take longer. */
const COMMAND_MS_MAX = 60_000

/** How long (ms) the commands of a connection may take from now on. */
export const limitCommands = (redis: Redis, ms: number): object =>
  Object.assign(redis.options, { commandTimeout: ms })

/** The same Redis, but for the calls that `isWanted` names: each is made by `call`, which may make it as it was asked for. */
export const intercept = (
  redis: Redis,
  isWanted: (name: string) => boolean,
  call: (make: () => Promise<unknown>) => Promise<unknown>,
): Redis =>
  new Proxy(redis, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const make = value.bind(target)
      return isWanted(String(name)) ? (...args: unknown[]) => call(() => make(...args)) : make
    },
  })

/** How many scripts Redis has run since its figures were set to 0. */
export async function countScripts(redis: Redis): Promise<number> {
  const infos = await Promise.all(mastersOf(redis).map((server) => server.info('commandstats')))
  return infos.reduce((sum, info) => sum + Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1] ?? 0), 0)
}

/** Runs the operator's `token` command in this process, without the start of a program; what it printed. */
export async function runTokenCommand(redis: Redis, ...args: readonly string[]): Promise<string> {
  const lines: string[] = []
  await runToken(args, { redis, print: (line) => void lines.push(line) })
  return lines.join('\n')
}

/** A connection to the private Redis of a DATA_DIR. */
export const connectPrivate = async (dataDirectory: string): Promise<Redis> =>
  connectRedis({ urls: [(await findPrivateRedis(dataDirectory)) ?? ''], log: silent })

/** Uses the private Redis of a DATA_DIR, beside the program. */
export async function withPrivateRedis<Value>(
  dataDirectory: string,
  use: (redis: Redis) => Promise<Value>,
): Promise<Value> {
  const redis = await connectPrivate(dataDirectory)
  return use(redis).finally(() => redis.disconnect())
}

/** Creates a token of the rate service that runs on the private Redis of a DATA_DIR. */
export const createToken = (dataDirectory: string, name: string): Promise<string> =>
  withPrivateRedis(dataDirectory, (redis) => runTokenCommand(redis, 'create', name))

/** A real Redis for one test file, stopped after its tests; nothing is shared with others. */
export async function useRedis() {
  const directory = useFolder()
  const open: Redis[] = []
  const server = await createPrivateRedis(directory, { log: silent, mayInstall: true })
  afterAll(async () => {
    for (const redis of open) redis.disconnect()
    await server.stop()
    watchRedis(directory)
  })

  return {
    url: server.url,
    /** A connection that is closed after the tests; `waits` for those that subscribe or block. */
    async connect(waits = false): Promise<Redis> {
      const redis = await connectRedis({ urls: [server.url], log: silent, waits })
      if (!waits) limitCommands(redis, COMMAND_MS_MAX)
      open.push(redis)
      return redis
    },
  }
}

/** A real Redis for one test file, empty before each of its tests; `redis` is a connection to it. */
export async function useEmptyRedis() {
  const server = await useRedis()
  const redis = await server.connect()
  beforeEach(() => redis.flushall())
  return { ...server, redis }
}

import { resolve } from 'node:path'
import { connectRedis, type Redis } from '../redis/connection.ts'
import { hasPrivateRedis } from '../redis/private-files.ts'
import { createPrivateRedis, findPrivateRedis } from '../redis/private-redis.ts'
import { systemClock } from '../runtime/clock.ts'
import { parseStore, type StoreConfig, type Variables } from '../runtime/config.ts'
import { TELEGRAM } from '../runtime/environment.ts'
import { createLog, Failure, messageOf } from '../runtime/log.ts'
import type { Doubt } from '../service/history/stored-monitor.ts'
import type { Output } from './print.ts'

/** Returns the exit code; nothing for 0. */
type Command = (env: Variables, args: readonly string[], output: Output) => Promise<number> | Promise<void>

const noDataIn = (directory: string): string =>
  `DATA_DIR ${resolve(directory)} has no data of the program, or you may not read it. If the program runs elsewhere, give this command its DATA_DIR or REDIS_URL, as the user that it runs as`

/** Throws a Failure where a command would look into a Redis that nothing was ever written to. */
function requireData(config: StoreConfig): void {
  if (!config.REDIS_URL && !hasPrivateRedis(config.DATA_DIR)) throw new Failure(noDataIn(config.DATA_DIR))
}

/**
 * Connects a command to the program's Redis: that of `REDIS_URL`, the running private one, or one started for the command.
 * Warns where that one is the first on its DATA_DIR.
 */
async function withRedis(config: StoreConfig, use: (redis: Redis) => Promise<void>): Promise<void> {
  const { log } = createLog('warn')
  if (!config.REDIS_URL && !hasPrivateRedis(config.DATA_DIR)) log.warn(noDataIn(config.DATA_DIR))
  const running =
    config.REDIS_URL ?? [await findPrivateRedis(config.DATA_DIR)].filter((url) => url !== undefined)
  const started =
    running.length > 0
      ? undefined
      : await createPrivateRedis(config.DATA_DIR, { log, mayInstall: config.INSTALL_REDIS })
  try {
    const redis = await connectRedis({ urls: started ? [started.url] : running, log })
    await use(redis).finally(() => redis.disconnect())
  } finally {
    await started?.stop()
  }
}

const sourcesFileOf = (env: Variables): string => env.SOURCES_FILE?.trim() || 'venezuela'

/** Reads what the program has seen of monitors; nothing where none runs or its Redis fails, as the check needs neither. */
async function readDoubtsOf(env: Variables, refs: readonly string[]): Promise<Doubt[]> {
  let doubts: Doubt[] = []
  try {
    const config = parseStore(env)
    if (!config.REDIS_URL && !(await findPrivateRedis(config.DATA_DIR))) return []
    const { createReadDoubts } = await import('../service/history/stored-monitor.ts')
    await withRedis(config, async (redis) => {
      doubts = await createReadDoubts(redis)(refs)
    })
  } catch (error) {
    createLog('warn').log.warn(messageOf(error))
  }
  return doubts
}

/** By name: the command of `npm run NAME -- …`. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    token: async (env, args, { print }) => {
      const { runToken } = await import('./token.ts')
      await withRedis(parseStore(env), (redis) => runToken(args, { redis, print }))
    },
    setup: async (env, _args, { print }) => {
      const { runSetup } = await import('./setup.ts')
      const apiRoot = env.TELEGRAM_API_ROOT?.trim() || TELEGRAM
      await runSetup({ file: resolve('.env'), input: process.stdin, print, apiRoot })
    },
    due: async (env, args, { print }) => {
      const { DUE_HELP, runDue } = await import('./due.ts')
      if (args.length === 0) return print(DUE_HELP)
      const config = parseStore(env)
      requireData(config)
      await withRedis(config, (redis) => runDue(args, { redis, print }))
    },
    move: async (env, args, { print }) => {
      const { parseMove, runMove } = await import('./move.ts')
      const urls = parseMove(args, env)
      const config = parseStore(env)
      requireData(config)
      if (!config.REDIS_URL && (await findPrivateRedis(config.DATA_DIR)))
        throw new Failure(
          'The program runs: stop it first, so that nothing changes meanwhile (if it was killed, start and stop it once)',
        )
      const { log } = createLog('warn')
      await withRedis(config, (redis) => runMove(urls, { redis, log, print }))
    },
    sources: async (env, args, { print, isTerminal }) => {
      const { parseSourcesLine, runCheck, SOURCES_HELP } = await import('./sources/sources.ts')
      const check = parseSourcesLine(args)
      if (!check) {
        print(SOURCES_HELP)
        return 0
      }
      const sourcesFile = check.file || sourcesFileOf(env)
      const readDoubts = (refs: readonly string[]) => readDoubtsOf(env, refs)
      const options = { sourcesFile, save: check.save, print, isTerminal, clock: systemClock, readDoubts }
      return (await runCheck(options)) ? 0 : 1
    },
    import: async (env, args, { print }) => {
      const { runImport } = await import('./import.ts')
      const { IMPORT_HELP, parseImport } = await import('./import-line.ts')
      const { readPages } = await import('../service/demo/demonstration.ts')
      const { intermediatesOf } = await import('../service/sources/file/sources-file.ts')
      const wanted = parseImport(args)
      if (!wanted) return print(IMPORT_HELP)
      const options = { print, clock: systemClock }
      const intermediates = async () => intermediatesOf(await readPages(sourcesFileOf(env)))
      await withRedis(parseStore(env), (redis) => runImport(wanted, { redis, intermediates, ...options }))
    },
  }),
)

/** Runs an operator's command, and returns its exit code. Throws a Failure that says what is wrong. */
export async function runCommand(
  name: string,
  env: Variables,
  args: readonly string[],
  output: Output,
): Promise<number> {
  const command = COMMANDS.get(name)
  if (!command)
    throw new Failure(`There is no command ${name}: use ${['start', ...COMMANDS.keys()].join(', ')}`)
  return (await command(env, args, output)) ?? 0
}

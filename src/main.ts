import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { compose } from './compose.ts'
import { failureOfStart } from './redis/connection.ts'
import { parseConfig } from './runtime/config.ts'
import { SECRETS } from './runtime/environment.ts'
import { createLifecycle } from './runtime/lifecycle.ts'
import { createLog, EX_CONFIG, Failure, messageOf } from './runtime/log.ts'
import { createSystemd } from './runtime/systemd.ts'
import { trustedPath } from './runtime/trusted-path.ts'
import { readCommit, versionText } from './runtime/version.ts'

// A closed pipe (`npm start | head`) must not end the program.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.env.PATH = trustedPath(process.env.PATH)

const SETTINGS = '.env'
/** It says of each variable what it is for. */
const EXAMPLE = new URL('../.env.example', import.meta.url)
/** The mode bits by which others than the owner of a file may read or write it. */
const OF_OTHERS = 0o077

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs the roles until a signal. */
async function start(): Promise<void> {
  refuseOpenSettings()
  const config = parseConfig(process.env)
  const { log, hide } = createLog(config.LOG_LEVEL)
  const lifecycle = createLifecycle(log)
  const systemd = createSystemd(process.env, log)
  let exitCode = 0
  const stop = async (code: number): Promise<never> => {
    exitCode ||= code
    systemd.stopping()
    const stopped = await lifecycle.stop()
    process.exit(stopped ? exitCode : 1)
  }
  const crash = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected error')
    void stop(1)
  }
  // On Ctrl-C npm forwards the signal that the terminal has sent too: a second one must not cut the stop short.
  process.on('SIGTERM', () => void stop(0)).on('SIGINT', () => void stop(0))
  process.on('uncaughtException', crash).on('unhandledRejection', crash)
  const onRefused = (failure: Failure): void => {
    log.fatal(failure.message)
    void stop(failure.exitCode)
  }
  await lifecycle
    .start(compose({ config, commit: readCommit(process.env), log, hide, print, onRefused }))
    .catch((error: unknown) => {
      throw failureOfStart(error)
    })
  systemd.ready()
  log.info({ roles: [...config.ROLES] }, 'started')
}

/** Throws a Failure where others on this machine can read a secret in `.env`, as after a plain `cp`. */
function refuseOpenSettings(): void {
  const file = resolve(SETTINGS)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OF_OTHERS) === 0) return
  const settings = parseEnv(readFileSync(file, 'utf8'))
  const isSecret = (name: string): boolean =>
    name === 'REDIS_URL' ? (settings[name]?.includes('@') ?? false) : !!settings[name]?.trim()
  if (!SECRETS.some(isSecret)) return
  throw new Failure(`Others on this machine can read the secrets in .env: type chmod 600 ${file}`, {
    exitCode: EX_CONFIG,
  })
}

/** The text of an option of `start`. */
function textOf(option = ''): string {
  if (option === '--version') return versionText(readCommit(process.env))
  if (option !== '--help' && option !== '-h')
    throw new Failure(`start does not know ${option}: see npm start -- --help`)
  return `npm start runs everything that applies, until Ctrl-C.
The variables below change that, in the environment or else in the file .env.

${readFileSync(EXAMPLE, 'utf8').trim()}`
}

const given = process.argv.slice(2)
// Without a command, options are those of start.
const [name = 'start', ...args] = given[0]?.startsWith('-') ? ['start', ...given] : given

try {
  if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS)
  if (name === 'start' && args.length > 0) print(textOf(args[0]))
  else if (name === 'start') await start()
  else {
    const { runCommand } = await import('./cli/commands.ts')
    const output = { print, isTerminal: process.stdout.isTTY === true }
    // Timers of closed connections would delay the end by seconds.
    process.exit(await runCommand(name, process.env, args, output))
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`${JSON.stringify({ level: 'fatal', msg: messageOf(error) })}\n`)
  process.exit(error.exitCode)
}

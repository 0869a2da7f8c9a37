import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Failure, type Log } from '../runtime/log.ts'

const run = promisify(execFile)
const SERVERS = ['redis-server', 'valkey-server']
const PACKAGE = 'redis-server'
/** A machine that has just started may be installing updates of its own. */
const LOCKED_SECONDS_MAX = 60

/**
 * The server program on PATH. Where there is none, `mayInstall` lets root install it with apt-get, which the log says first;
 * otherwise throws a Failure that says what to type.
 */
export async function findRedisProgram(log: Log, mayInstall: boolean): Promise<string> {
  const found = await onPath()
  if (found) return found
  if (mayInstall && process.getuid?.() === 0 && (await works('apt-get', '--version'))) {
    // Logged at every level, as it changes the system.
    log
      .child({}, { level: 'warn' })
      .warn(
        `no Redis is on PATH: installing the package ${PACKAGE} with apt-get (INSTALL_REDIS=false forbids it)`,
      )
    await install()
    const installed = await onPath()
    if (installed) return installed
  }
  throw new Failure(
    `Redis is needed and not installed: type "sudo apt-get install ${PACKAGE}" (macOS: "brew install redis"), or set REDIS_URL`,
  )
}

/** Installs the package without asking. Never throws; the caller checks whether there is a program afterwards. */
async function install(): Promise<void> {
  await run('apt-get', ['update', '-qq']).catch(() => undefined)
  const options = ['-y', '-qq', '-o', `DPkg::Lock::Timeout=${LOCKED_SECONDS_MAX}`]
  await run('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', ...options, PACKAGE]).catch(
    () => undefined,
  )
}

async function onPath(): Promise<string | undefined> {
  for (const server of SERVERS) if (await works(server, '--version')) return server
  return undefined
}

const works = (program: string, argument: string): Promise<boolean> =>
  run(program, [argument]).then(
    () => true,
    () => false,
  )

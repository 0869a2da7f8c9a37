import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Failure } from '../runtime/failure.ts'

const run = promisify(execFile)
const SERVERS = ['redis-server', 'valkey-server']
/** A machine that has just started may be installing updates of its own. */
const LOCKED_SECONDS_MAX = 60

/** The server program on PATH; installs it where that needs no question, else throws a Failure that says what to type. */
export async function findRedisProgram(): Promise<string> {
  const found = await onPath()
  if (found) return found
  const mayInstall = process.getuid?.() === 0 && (await works('apt-get', '--version'))
  if (mayInstall) {
    await run('apt-get', ['update', '-qq']).catch(() => undefined)
    await run('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-qq',
      '-o',
      `DPkg::Lock::Timeout=${LOCKED_SECONDS_MAX}`,
      'redis-server',
    ]).catch(() => undefined)
    const installed = await onPath()
    if (installed) return installed
  }
  throw new Failure(
    'Redis is needed and not installed: type "sudo apt-get install redis-server" (macOS: "brew install redis"), or set REDIS_URL',
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

import { execFile } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Variables } from '../runtime/config.ts'
import { Failure } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

const run = promisify(execFile)
const SERVERS = ['redis-server', 'valkey-server']
const PACKAGE = 'redis-server'
/** A machine that has just started may be installing updates of its own. */
const LOCKED_SECONDS_MAX = 60

export interface FindOptions {
  /** The environment of this process; its PATH is searched. */
  readonly env: Variables
  readonly log: Log
  /** Whether root may install a server where there is none. */
  readonly mayInstall: boolean
}

/**
 * The absolute path of the server program on PATH. Where there is none, `mayInstall` lets root install it with apt-get, which the
 * log says first; otherwise throws a Failure that says what to type.
 */
export async function findRedisProgram({ env, log, mayInstall }: FindOptions): Promise<string> {
  const found = await findServer(env)
  if (found) return found
  const aptGet = findProgram('apt-get', env)
  if (mayInstall && process.getuid?.() === 0 && aptGet && (await works(aptGet, env))) {
    // Logged at every level, as it changes the system.
    log
      .child({}, { level: 'warn' })
      .warn(
        `no Redis is on PATH: installing the package ${PACKAGE} with apt-get (INSTALL_REDIS=false forbids it)`,
      )
    await install(aptGet, env)
    const installed = await findServer(env)
    if (installed) return installed
  }
  throw new Failure(
    `Redis is needed and not installed: type "sudo apt-get install ${PACKAGE}" (macOS: "brew install redis"), or set REDIS_URL`,
  )
}

/** Installs the package without asking. Never throws; the caller checks whether there is a program afterwards. */
async function install(aptGet: string, env: Variables): Promise<void> {
  const silent = { env: { ...trustedEnvironment(env), DEBIAN_FRONTEND: 'noninteractive' } }
  await run(aptGet, ['update', '-qq'], silent).catch(() => undefined)
  const options = ['-y', '-qq', '-o', `DPkg::Lock::Timeout=${LOCKED_SECONDS_MAX}`]
  await run(aptGet, ['install', ...options, PACKAGE], silent).catch(() => undefined)
}

async function findServer(env: Variables): Promise<string | undefined> {
  for (const server of SERVERS) {
    const path = findProgram(server, env)
    if (path && (await works(path, env))) return path
  }
  return undefined
}

const works = (program: string, env: Variables): Promise<boolean> =>
  run(program, ['--version'], { env: trustedEnvironment(env) }).then(
    () => true,
    () => false,
  )

/** Folders that npm puts in front of PATH: the programs of packages in every parent folder, and its own. */
const OF_NPM = /[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)$/i

/** The folders of PATH but those of npm and relative ones: others may have put a program of any name there. */
const trustedFolders = ({ PATH = '' }: Variables): string[] =>
  PATH.split(delimiter).filter(
    (folder) => isAbsolute(folder) && !OF_NPM.test(resolve(folder)) && !OF_NPM.test(realPathOf(folder)),
  )

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder // it is not there
  }
}

/** The environment for a program found by `findProgram`, so that programs which it calls by name are trusted too. */
export const trustedEnvironment = (env: Variables): Variables => ({
  ...env,
  // Of an empty PATH the system would make the working directory.
  PATH: trustedFolders(env).join(delimiter) || undefined,
})

/** The absolute path of a program on PATH, without the folders that npm adds and without relative ones. */
export const findProgram = (name: string, env: Variables): string | undefined =>
  trustedFolders(env)
    .map((folder) => join(folder, name))
    .find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }
import { watch, watchRedis } from './canary.ts'

const METRICS_MS_MAX = 1_000
const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 90_000
const POLL_MS = 20
const FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Kept over a restart when given; else a new one that is removed at the end. */
  readonly dataDirectory?: string
  /** Where the program lies; this one if not given. */
  readonly root?: string
  /** How it is started; `npm start` does the same. */
  readonly command?: readonly [string, ...string[]]
}

/** What tests and the programs they start have in common: where programs are, and the clock of `npm run any-day`. */
const INHERITED = ['PATH', 'HOME', 'TZ', 'CLOCK_AHEAD_MS'] as const

/** The environment of a child process: nothing of ours but that, and its own. */
export const environmentOf = (env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...env,
  NODE_OPTIONS: [process.env.NODE_OPTIONS, env.NODE_OPTIONS].filter(Boolean).join(' '),
})

/** The real program as a child process, on free ports, with nothing of our environment. */
export function spawnProgram({
  env = {},
  dataDirectory,
  root = ROOT,
  command = ['node', ...FLAGS, 'src/main.ts', 'start'],
}: ProgramOptions = {}) {
  const ownDirectory = dataDirectory ?? mkdtempSync(join(tmpdir(), 'tasa-e2e-'))
  const [file, ...args] = command
  const child: ChildProcess = spawn(file, args, {
    cwd: root,
    env: environmentOf({
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      DATA_DIR: ownDirectory,
      PORT: '0',
      SERVICE_PORT: '0',
      SANDBOX_PORT: '0',
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const showsToken = command.includes('token')
  child.once('close', () => {
    watch('logs of programs', err)
    if (!showsToken) watch('outputs of programs', out)
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>

  /** The address that a line of stdout names. */
  async function address(of: 'Rate service' | 'Bot' | 'Web chat'): Promise<string> {
    const deadline = performance.now() + START_TIMEOUT_MS
    for (;;) {
      const found = new RegExp(`^${of}\\s+(http://[^/\\s]+)`, 'm').exec(out)?.[1]
      if (found) return found
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`no ${of}: ${out}\n${err}`)
      await sleep(POLL_MS)
    }
  }

  /** What it tells whoever asks, as long as it runs. */
  async function watchAnswers(): Promise<void> {
    const addresses = [...out.matchAll(/^(?:Rate service|Bot)\s+(http:\/\/[^/\s]+)/gm)]
    const urls = addresses.flatMap(([, root]) => [`${root}/metrics`, `${root}/readyz`])
    const signal = AbortSignal.timeout(METRICS_MS_MAX)
    await Promise.allSettled(
      urls.map(async (url) => watch('answers', await (await fetch(url, { signal })).text())),
    )
  }

  return {
    child,
    dataDirectory: ownDirectory,
    exited,
    address,
    out: (): string => out,
    err: (): string => err,
    /** The process number of its private Redis. */
    redisPid: (): number => JSON.parse(readFileSync(join(ownDirectory, 'redis.json'), 'utf8')).pid,
    /** Ends it as an operator would; the exit code and how long it took (ms). */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning && signal === 'SIGTERM') await watchAnswers()
      const startedAt = performance.now()
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      const [code] = child.exitCode === null && child.signalCode === null ? await exited : [child.exitCode]
      watchRedis(ownDirectory)
      if (!dataDirectory) rmSync(ownDirectory, { recursive: true, force: true })
      return { code, ms: performance.now() - startedAt }
    },
  }
}

export type Program = ReturnType<typeof spawnProgram>

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis as Server } from 'ioredis'
import { findRedisProgram } from '../../src/redis/find-program.ts'
import { watchRedis } from './canary.ts'
import './path.ts'
import { silent } from './redis.ts'

const MASTERS = 3
const SLOTS = 16_384
const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const MEET_AGAIN_MS = 500
/** The cluster's own connections are on this port above that of the clients. */
const BUS_OFFSET = 10_000
const LOADED = /loading:0/

/** One `redis-server` on loopback that keeps what it acknowledged, to be killed, frozen and started again. */
export async function startServer(options: readonly string[] = [], parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, 'tasa-redis-'))
  const port = await freePort()
  const program = await findRedisProgram(silent, false)
  const durable = ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction', '--save ""']
  const settings = [`--port ${port}`, '--bind 127.0.0.1', '--logfile log', ...durable, ...options]
  const args = settings.flatMap((setting) => setting.split(' ')).map((word) => (word === '""' ? '' : word))
  let child: ChildProcess

  async function start(): Promise<void> {
    child = spawn(program, [...args, '--dir', directory], { cwd: directory, stdio: 'ignore' })
    await ask(port, async (server) => LOADED.test(await server.info('persistence')))
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start().catch(async (error: unknown) => {
    await kill()
    throw error
  })
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Where it keeps its files. */
    directory,
    start,
    /** SIGKILL: nothing is written after it. */
    kill,
    freeze: (): boolean => child.kill('SIGSTOP'),
    thaw: (): boolean => child.kill('SIGCONT'),
    async stop(): Promise<void> {
      await kill()
      watchRedis(directory)
      // A fork that was writing a file lives on for a moment.
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** A Redis Cluster of three masters without replicas. */
export async function startCluster() {
  const settings = [
    '--cluster-enabled yes',
    '--cluster-require-full-coverage no',
    '--cluster-node-timeout 2000',
  ]
  const masters: TestServer[] = []
  for (let master = 0; master < MASTERS; master++) masters.push(await startServer(settings))
  const share = Math.ceil(SLOTS / MASTERS)
  for (const [index, { port }] of masters.entries()) {
    await ask(port, async (server) => {
      await server.cluster('ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1)
      return true
    })
  }
  const isWhole = async (server: Server): Promise<boolean> => {
    const info = String(await server.cluster('INFO'))
    return /cluster_state:ok/.test(info) && info.includes(`cluster_known_nodes:${MASTERS}`)
  }
  const whole = async (): Promise<void> => {
    for (const { port } of masters) await ask(port, isWhole)
  }
  /** On a busy machine a greeting may come to nothing, and is not repeated by itself. */
  async function meet(server: Server): Promise<boolean> {
    if (await isWhole(server)) return true
    for (const other of masters) await server.cluster('MEET', '127.0.0.1', other.port)
    await sleep(MEET_AGAIN_MS)
    return isWhole(server)
  }
  for (const { port } of masters) await ask(port, meet)
  return {
    urls: masters.map(({ url }) => url),
    masters,
    /** Waits until every master says that the cluster is well. */
    whole,
    /** The place of the master that keeps a key. */
    async masterOf(key: string): Promise<number> {
      let slot = 0
      await ask(masters[0]?.port ?? 0, async (server) => {
        slot = Number(await server.cluster('KEYSLOT', key))
        return true
      })
      return Math.floor(slot / share)
    },
    async stop(): Promise<void> {
      await Promise.all(masters.map(({ stop }) => stop()))
    },
  }
}

/** Asks a server until it says yes. */
async function ask(port: number, question: (server: Server) => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  const server = new Server(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => POLL_MS })
  server.on('error', () => {})
  try {
    while (!(await question(server))) {
      if (performance.now() > deadline) throw new Error(`no redis on port ${port}`)
      await sleep(POLL_MS)
    }
  } finally {
    server.disconnect()
  }
}

/** Below the ports that outgoing connections take, and with room for the bus of a cluster above it. */
/** A port where nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 10_000)
    if ((await isFree(port)) && (await isFree(port + BUS_OFFSET))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = new Promise<boolean>((done) => {
    server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
  })
  if (!(await listens)) return false
  server.close()
  await once(server, 'close')
  return true
}

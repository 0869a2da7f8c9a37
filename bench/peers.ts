import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const DIRECTORY = join(import.meta.dirname, 'peers')
const GRAMMY = new URL('./peers/grammy.ts', import.meta.url)
const BULLMQ = new URL('./peers/bullmq.ts', import.meta.url)

/** Another way to send that npm has. */
export interface Peer {
  readonly name: string
  readonly file: URL
  readonly variant?: string
  /** Sent in a round: a slow one is not waited for. */
  readonly messages: number
  readonly needsRedis?: boolean
}

const PEERS: readonly Peer[] = [
  { name: 'grammY in a loop', file: GRAMMY, messages: 20_000 },
  { name: 'grammY + auto-retry', file: GRAMMY, variant: 'auto-retry', messages: 20_000 },
  { name: 'grammY + throttler', file: GRAMMY, variant: 'throttler', messages: 1_000 },
  { name: 'BullMQ + grammY', file: BULLMQ, messages: 20_000, needsRedis: true },
]

/** The peers, installed in their folder if they are not yet; none where npm cannot, which it says. */
export function findPeers(): readonly Peer[] {
  if (existsSync(join(DIRECTORY, 'node_modules/bullmq')) || install()) return PEERS
  process.stdout.write('The peers cannot be installed, and are left out.\n')
  return []
}

function install(): boolean {
  process.stdout.write('Installing the peers in bench/peers (npm ci)\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', args, { cwd: DIRECTORY, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

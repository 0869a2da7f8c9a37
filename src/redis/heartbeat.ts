import { DAY_MS } from '../domain/caracas.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Role } from '../runtime/config.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Redis, Resources } from './connection.ts'

const KEY = '{heartbeats}'
const BEAT_EVERY_MS = 30_000
/** Older than this, a heartbeat is that of a process that is dead or hangs. */
const SILENT_MS = 3 * BEAT_EVERY_MS
/** The service may have moved to another server; bot and push belong to this Redis. */
const SERVICE_KEPT_MS = DAY_MS

interface Heartbeat {
  readonly role: Exclude<Role, 'sandbox'>
  /** When the role last gave a sign of life (ms); undefined if it never did. */
  readonly at: number | undefined
  /** Whether that is too long ago for a process that works. */
  readonly isSilent: boolean
}

interface HeartbeatOptions extends Pick<Resources, 'redis' | 'clock'> {
  readonly roles: ReadonlySet<Role>
}

/** Stores every 30 s that the roles of this process are alive, so that /health in another process can say so. */
export function createHeartbeat({ redis, roles, clock }: HeartbeatOptions): Part {
  let timer: NodeJS.Timeout | undefined
  const told = [...roles].filter((role) => role !== 'sandbox')
  async function beat(): Promise<void> {
    const beats = Object.fromEntries(told.map((role) => [role, clock()]))
    await redis.hset(KEY, beats).catch(() => undefined) // Redis is away: its own check says so.
  }
  return {
    name: 'heartbeat',
    async start() {
      void beat()
      timer = setInterval(beat, BEAT_EVERY_MS)
    },
    stop: async () => clearInterval(timer),
  }
}

/** The heartbeats of all roles on this Redis; that of the service where it ran here within a day. */
export async function readHeartbeats(redis: Redis, clock: Clock): Promise<Heartbeat[]> {
  const beats = await redis.hgetall(KEY)
  return (['service', 'bot', 'push'] as const).flatMap((role) => {
    const at = Number(beats[role]) || undefined
    const ageMs = at === undefined ? Number.POSITIVE_INFINITY : clock() - at
    return role === 'service' && ageMs > SERVICE_KEPT_MS ? [] : [{ role, at, isSilent: ageMs > SILENT_MS }]
  })
}

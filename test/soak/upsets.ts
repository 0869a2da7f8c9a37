import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkedTown } from '../faults/worlds.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import type { Crowd } from './crowd.ts'
import type { Place, Processes } from './processes.ts'

const SLOW_REDIS_MS = 40
const SLOW_TELEGRAM_MS = 150
const REDIS_AWAY_MS = 300

/** Something that goes wrong. */
export interface Upset {
  readonly name: string
  /** Whether a message may be sent whose answer is lost, so that it may come twice. */
  readonly isAmbiguous: boolean
  /** Whether Telegram takes no reply: a reply is not repeated after that, as it may have arrived. */
  readonly losesReplies: boolean
  readonly run: () => Promise<void>
}

interface World {
  readonly linked: LinkedTown
  readonly telegram: TcpProxy
  readonly crowd: Crowd
  readonly processes: Processes
  /** Moves the price, and so mends what the page says. */
  readonly move: () => void
  /** How long a fault lasts (ms) that does not end by itself. */
  readonly lastingMs: number
}

/** Faults of the network and of those we talk to, and kills: of the second of a kind, or of those that do the work. */
export function createUpsets({ linked, telegram, crowd, processes, move, lastingMs }: World) {
  async function disturb(proxy: TcpProxy, how: Parameters<TcpProxy['behave']>[0]): Promise<void> {
    proxy.behave(how)
    await sleep(lastingMs)
    await proxy.mend()
  }
  async function refuse(proxy: TcpProxy): Promise<void> {
    await proxy.refuse()
    await sleep(lastingMs)
    await proxy.mend()
  }
  const upset = (
    name: string,
    run: () => Promise<void>,
    { isAmbiguous = false, losesReplies = false } = {},
  ): Upset => ({ name, run, isAmbiguous, losesReplies })
  const killOf = (place: Place): Upset =>
    upset(`${place} killed`, () => processes.kill(place), { isAmbiguous: true })
  const source = linked.link('the source')

  return {
    passing: [
      upset('source refuses', () => refuse(source)),
      upset('Telegram answers 429', () =>
        crowd.act('faults', { retry_after: Math.max(1, Math.ceil(lastingMs / 2_000)) }),
      ),
      upset('Redis slow', () => disturb(linked.link('Redis'), { latencyMs: SLOW_REDIS_MS })),
      killOf('push 2'),
      upset(
        'Telegram resets all connections',
        async () => {
          telegram.reset()
        },
        { isAmbiguous: true, losesReplies: true },
      ),
      upset('source says rubbish', async () => {
        linked.town.setPrice({ price: 'a lot', date: 'today' })
        await sleep(lastingMs)
        move()
      }),
      upset('Telegram slow and sliced', () =>
        disturb(telegram, { latencyMs: SLOW_TELEGRAM_MS, sliceBytes: 200 }),
      ),
      killOf('bot 2'),
      upset('source silent', () => disturb(source, { isHalfOpen: true })),
      upset(
        'Telegram answers 502',
        async () => {
          await crowd.act('faults', { down: true })
          await sleep(lastingMs)
          await crowd.act('faults', { down: false })
        },
        { losesReplies: true },
      ),
      upset('rate API refuses', () => refuse(linked.link('the rate API'))),
      upset('receiver resets all connections', async () => linked.link('the receiver').reset()),
    ],
    kills: [
      killOf('service'),
      killOf('bot 1'),
      killOf('push 1'),
      upset(
        'Redis killed',
        async () => {
          await linked.redis.kill()
          await sleep(REDIS_AWAY_MS)
          await linked.redis.start()
        },
        { isAmbiguous: true },
      ),
    ],
  } satisfies Record<string, Upset[]>
}

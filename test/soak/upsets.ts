import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkedTown } from '../faults/worlds.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import type { Crowd } from './crowd.ts'
import type { Place, Processes } from './processes.ts'

const SLOW_REDIS_MS = 40
const SLOW_TELEGRAM_MS = 150
const REDIS_AWAY_MS = 300
/** How long a fault lasts that does not end by itself. */
const LASTING_MS = 8_000

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
}

/** Faults of the network and of those we talk to, and kills: of the second of a kind, or of those that do the work. */
export function createUpsets({ linked, telegram, crowd, processes, move }: World) {
  const { link, redis, town } = linked
  const upset = (
    name: string,
    run: () => unknown,
    { isAmbiguous = false, losesReplies = false } = {},
  ): Upset => ({ name, run: async () => void (await run()), isAmbiguous, losesReplies })
  /** One that is ended after a while. */
  const lasting = (name: string, begin: () => unknown, end: () => unknown, more = {}): Upset =>
    upset(
      name,
      async () => {
        await begin()
        await sleep(LASTING_MS)
        await end()
      },
      more,
    )
  const killOf = (place: Place): Upset =>
    upset(`${place} killed`, () => processes.kill(place), { isAmbiguous: true })
  const [source, rates] = [link('the source'), link('the rate API')]
  const flood = { retry_after: Math.max(1, Math.ceil(LASTING_MS / 2_000)) }
  const slow = { latencyMs: SLOW_TELEGRAM_MS, sliceBytes: 200 }
  const doubtful = { isAmbiguous: true, losesReplies: true }
  const setDown = (down: boolean) => () => crowd.act('faults', { down })

  return {
    passing: [
      lasting('source refuses', source.refuse, source.mend),
      upset('Telegram answers 429', () => crowd.act('faults', flood)),
      lasting('Redis slow', () => link('Redis').behave({ latencyMs: SLOW_REDIS_MS }), link('Redis').mend),
      killOf('push 2'),
      upset('Telegram resets all connections', telegram.reset, doubtful),
      lasting('source says rubbish', () => town.setPrice({ price: 'a lot', date: 'today' }), move),
      lasting('Telegram slow and sliced', () => telegram.behave(slow), telegram.mend),
      killOf('bot 2'),
      lasting('source silent', () => source.behave({ isHalfOpen: true }), source.mend),
      lasting('Telegram answers 502', setDown(true), setDown(false), { losesReplies: true }),
      lasting('rate API refuses', rates.refuse, rates.mend),
      upset('receiver resets all connections', link('the receiver').reset),
    ],
    kills: [
      killOf('service'),
      killOf('bot 1'),
      killOf('push 1'),
      upset(
        'Redis killed',
        async () => {
          await redis.kill()
          await sleep(REDIS_AWAY_MS)
          await redis.start()
        },
        { isAmbiguous: true },
      ),
    ],
  } satisfies Record<string, Upset[]>
}

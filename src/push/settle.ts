import type { Told } from '../chats/chats.ts'
import { followField, keysOfShard, toldValue } from '../chats/keys.ts'
import { type DueQueue, type Outcome, PRELUDE, type Reservation } from '../queue/due-queue.ts'
import type { MonitorId } from '../rates/monitor.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'

const TELL = loadScript(PRELUDE, new URL('./lua/tell.lua', import.meta.url))
const REST_MS = { private: 1_000, group: 3_000 }

/** A chat that was told something, or another outcome of its reservation. */
export type Settled =
  | {
      readonly reservation: Reservation
      readonly told: readonly { readonly monitor: MonitorId; readonly told: Told }[]
    }
  | { readonly reservation: Reservation; readonly outcome: Outcome }

/** Telegram takes a message a second from us in a private chat, and 20 a minute in a group, whose number is negative. */
export const restOf = (chat: string): number => (chat.startsWith('-') ? REST_MS.group : REST_MS.private)

/** Settles one shard in one script at a time: what comes while it runs goes into the next, so batches grow with the load. */
export function createSettler(redis: Redis, queue: DueQueue) {
  const collecting = new Map<number, Turn>()
  const before = new Map<number, Promise<void>>()

  /** Collects until the turn before has ended, and at least to the end of this tick. */
  function beginTurn(shard: number): Turn {
    const settled: Settled[] = []
    const done = Promise.allSettled([before.get(shard), endOfTick()]).then(() => {
      collecting.delete(shard)
      return settleShard(shard, settled)
    })
    before.set(shard, done)
    return { settled, done }
  }

  async function settleShard(shard: number, settled: readonly Settled[]): Promise<void> {
    const told = settled.filter((one) => 'told' in one)
    const others = settled.filter((one) => 'outcome' in one)
    await Promise.all([
      told.length > 0 &&
        TELL.run(
          redis,
          [
            ...queue.keysOf(shard),
            ...told.map(({ reservation }) => keysOfShard(shard).chat(reservation.member)),
          ],
          told.flatMap(toldArguments),
        ),
      queue.settle(
        shard,
        others.map(({ reservation, outcome }) => [reservation, outcome]),
      ),
    ])
  }

  /** Resolves when Redis has it. */
  return function settle(settled: Settled): Promise<void> {
    const { shard } = settled.reservation
    const turn = collecting.get(shard) ?? beginTurn(shard)
    collecting.set(shard, turn)
    turn.settled.push(settled)
    return turn.done
  }
}

interface Turn {
  readonly settled: Settled[]
  readonly done: Promise<void>
}

const endOfTick = (): Promise<void> => new Promise((done) => setImmediate(done))

export type Settle = ReturnType<typeof createSettler>

const toldArguments = ({ reservation, told }: Extract<Settled, { told: unknown }>): (string | number)[] => [
  reservation.member,
  reservation.token,
  restOf(reservation.member),
  told.length,
  ...told.flatMap((one) => [followField(one.monitor), toldValue(one.told)]),
]

import { setTimeout as sleep } from 'node:timers/promises'
import { keysOfChats, PRELUDES } from '../chats/access.ts'
import { toldValue } from '../chats/keys.ts'
import type { DueQueue, Outcome, Reservation } from '../queue/due-queue.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { Account, Composed } from './composition.ts'

const TELL = loadScript(...PRELUDES, new URL('./lua/tell.lua', import.meta.url))
const AGAIN_MS = 100
const GATHER_MS = 6
const GATHER_MAX = 256
const BUSY_MIN = 4
const REST_MS = { private: 1_000, group: 3_000 }
/** A message that changes in place leaves most of the 20 a minute to others. */
const EDIT_REST_MS = 6_000

interface Held {
  readonly reservation: Reservation
  /** When another may have it (ms of `performance.now()`). */
  readonly leaseEndsAt: number
}

/** What a chat is accounted for, with the rest it has then (ms). */
interface Told extends Held {
  readonly account: Account
  readonly restMs: number
}

/** That, or another outcome of a chat's reservation. */
export type Settled = Told | (Held & { readonly outcome: Outcome })

/** Telegram takes a message a second from us in a private chat, and 20 a minute in a group, whose number is negative. */
export function restOf(chat: string, { edits }: Pick<Composed, 'edits'> = {}): number {
  if (edits !== undefined) return EDIT_REST_MS
  return chat.startsWith('-') ? REST_MS.group : REST_MS.private
}

export interface SettlerOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly log: Log
  readonly stopped: AbortSignal
}

/**
 * Settles one shard in one script at a time: what comes while it runs goes into the next, and under load what comes
 * within 6 ms, so batches grow with the load.
 */
export function createSettler({ redis, queue, log, stopped }: SettlerOptions) {
  const collecting = new Map<number, Turn>()
  const before = new Map<number, Promise<void>>()
  const isBusy = new Set<number>()

  function beginTurn(shard: number): Turn {
    const settled: Settled[] = []
    const full = Promise.withResolvers<void>()
    const timer = setTimeout(full.resolve, isBusy.has(shard) ? GATHER_MS : 0)
    const done = Promise.allSettled([before.get(shard), full.promise]).then(() => {
      clearTimeout(timer)
      collecting.delete(shard)
      isBusy[settled.length < BUSY_MIN ? 'delete' : 'add'](shard)
      return insist(shard, settled)
    })
    before.set(shard, done)
    return { settled, isFull: full.resolve }
  }

  /** Redis may be away for a moment: what was sent must not be sent again for that. */
  async function insist(shard: number, settled: readonly Settled[]): Promise<void> {
    const until = Math.max(...settled.map(({ leaseEndsAt }) => leaseEndsAt))
    for (;;) {
      try {
        return await settleShard(shard, settled)
      } catch (error) {
        if (stopped.aborted || performance.now() + AGAIN_MS > until)
          return log.error({ shard, chats: settled.length, err: messageOf(error) }, 'chats cannot be settled')
      }
      await sleep(AGAIN_MS)
    }
  }

  async function settleShard(shard: number, settled: readonly Settled[]): Promise<void> {
    const told = settled.filter((one) => 'account' in one)
    const others = settled.filter((one) => 'outcome' in one)
    await Promise.all([
      told.length > 0 && TELL.run(redis, keysOfChats(queue, shard, []), tellTexts(told)),
      queue.settle(
        shard,
        others.map(({ reservation, outcome }) => [reservation, outcome]),
      ),
    ])
  }

  return {
    /** What cannot be settled comes back when its lease ends. */
    settle(settled: Settled): void {
      const { shard } = settled.reservation
      const turn = collecting.get(shard) ?? beginTurn(shard)
      collecting.set(shard, turn)
      turn.settled.push(settled)
      if (turn.settled.length >= GATHER_MAX) turn.isFull()
    },
    /** Resolves when Redis has what it was given of a shard so far. */
    rest: async (shard: number): Promise<void> => before.get(shard),
  }
}

interface Turn {
  readonly settled: Settled[]
  readonly isFull: () => void
}

export type Settler = ReturnType<typeof createSettler>

/** In pairs, as `tell.lua` reads them: what chats are told alike, and who they are. Those alike come one after the other. */
function tellTexts(told: readonly Told[]): string[] {
  const groups: Told[][] = []
  for (const one of told) {
    const group = groups.at(-1)
    if (group?.[0] && isAlike(group[0], one)) group.push(one)
    else groups.push([one])
  }
  return groups.flatMap((group) => [
    headOf(group),
    group.map(({ reservation }) => reservation.member).join(' '),
  ])
}

const isAlike = (one: Told, other: Told): boolean =>
  one.account === other.account &&
  one.restMs === other.restMs &&
  one.reservation.token === other.reservation.token

function headOf([first]: readonly Told[]): string {
  if (!first) return ''
  const { reservation, account, restMs } = first
  return `${reservation.token} ${restMs} ${account.dueAt}${linesOf(account)}`
}

const lines = new WeakMap<Account, string>()

/** Chats that are told alike share the account: its lines are written once. */
function linesOf(account: Account): string {
  const known = lines.get(account)
  if (known !== undefined) return known
  const text = writeLines(account)
  lines.set(account, text)
  return text
}

function writeLines({ news, triggers, fields }: Account): string {
  let text = ''
  for (const { fate, ref, told } of news) text += `\n${fate} ${ref} ${toldValue(told)}`
  for (const trigger of triggers) text += `\nfired ${trigger.id} ${trigger.text}`
  for (const field in fields) text += `\nset ${field} ${fields[field]}`
  return text
}

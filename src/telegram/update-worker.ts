import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { Leader } from '../redis/leader.ts'
import { answerWithin } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { retryUntilAnswered } from '../runtime/retry.ts'
import { createSequencer, type Handle, type Outcome } from './sequencer.ts'
import type { StoredUpdate, UpdateStream } from './update-stream.ts'

/** Polled updates that are not done after this time are stored, so that the next ones can be polled. */
const SOON_MS = 100
/** How often updates are looked for that were taken and are in no hand, as after a reply of Redis that was lost. */
const LOOK_EVERY_MS = 10_000
const CONFIRM_MS_MAX = 200
const AGAIN_MS = 250
/** An update that was in hand when two processes died is removed before its last try, so that a third death cannot repeat it. */
const DEATHS_MAX = 2
/** Such updates are tried one at a time, this far apart (ms) if they take longer. */
const ALONE_MS = 250
const REMOVE_EVERY_MS = 100
const REMOVE_EVERY_MS_MAX = 2_000
/** A stop has 10 s; the parts below need some of them. */
const STOP_MS_MAX = 7_000

export interface UpdateWorkerOptions {
  readonly stream: UpdateStream
  readonly leader: Leader
  /** Handles one update. One that throws while we stop is left to another process. */
  readonly handle: Handle
  readonly stopping: AbortSignal
  readonly log: Log
  readonly metrics: Metrics
}

/** Works updates off in the process that leads, those in the stream and polled ones. */
export function createUpdateWorker({ stream, leader, handle, stopping, log, metrics }: UpdateWorkerOptions) {
  const dropped = metrics.counter('telegram_updates_dropped_total', 'Updates of chats where too many wait')
  const sequencer = createSequencer({ handle, mayBegin: isLeading, stopping, log })
  /** Updates of the stream that are not removed yet, by their id there. */
  const inHand = new Map<string, Promise<void>>()
  let lookAt = 0
  let isFirstPoll = true
  let isRedisAway = false
  let alone: Promise<unknown> = Promise.resolve()

  /** Asks Redis where this process may have been frozen. While Redis is away no other process can lead. */
  async function isLeading(): Promise<boolean> {
    if (leader.isUnsure())
      await answerWithin(CONFIRM_MS_MAX, leader.confirm(), () => undefined).catch(() => undefined)
    return leader.isLeader()
  }

  async function run(update: Update, handleIt?: Handle): Promise<Outcome> {
    const outcome = await sequencer.run(update, handleIt)
    if (outcome !== 'dropped') return outcome
    dropped.inc()
    log.warn({ update: update.update_id }, 'update dropped: too many wait in its chat')
    return outcome
  }

  async function takeInHand(stored: readonly StoredUpdate[]): Promise<void> {
    for (const one of stored) {
      if (inHand.has(one.id)) continue
      await sequencer.room(one.update)
      inHand.set(one.id, workOff(one))
    }
  }

  async function workOff(stored: StoredUpdate): Promise<void> {
    const isSuspect = stored.deaths >= DEATHS_MAX
    const outcome = await run(stored.update, isSuspect ? () => tryAlone(stored) : handle)
    if (outcome === 'left' && stopping.aborted) return // it is given back
    if (outcome !== 'left')
      await untilAnswered(() => stream.remove(stored.id)).catch(warn('update not removed'))
    inHand.delete(stored.id)
  }

  /** Suspects are tried one after another, which shows which one kills the process. */
  async function tryAlone(suspect: StoredUpdate): Promise<void> {
    const before = alone
    const turn = Promise.withResolvers<void>()
    alone = turn.promise
    await before
    try {
      await untilAnswered(() => stream.remove(suspect.id))
      const { update } = suspect
      log.error(
        { update: update.update_id },
        'update was in hand when two processes died, and is tried a last time',
      )
      const work = handle(update)
      await answerWithin(ALONE_MS, work, () => turn.resolve())
      await work
    } finally {
      turn.resolve()
    }
  }

  const untilAnswered = (call: () => Promise<void>): Promise<void> =>
    retryUntilAnswered(call, { everyMs: REMOVE_EVERY_MS, everyMsMax: REMOVE_EVERY_MS_MAX, signal: stopping })

  const warn =
    (text: string) =>
    (error: unknown): void =>
      log.warn({ err: messageOf(error) }, text)

  /** Takes over what waits in no hand, if it is time to look for that, and then what no process has taken yet. */
  async function takeWaiting(blocks = false): Promise<number> {
    if (performance.now() >= lookAt) {
      await stream.createGroup()
      await takeInHand(await stream.takeOver((id) => inHand.has(id)))
      lookAt = performance.now() + LOOK_EVERY_MS
    }
    const stored = await stream.read(blocks)
    await takeInHand(stored)
    return stored.length
  }

  /** Stores updates, and takes in hand all that waits in the stream; false where Redis is away. */
  async function store(updates: readonly Update[]): Promise<boolean> {
    try {
      if (updates.length > 0) await stream.append(updates)
      while ((await isLeading()) && (await takeWaiting()) > 0);
      isRedisAway = false
      return true
    } catch (error) {
      noteAway(error)
      return false
    }
  }

  function noteAway(error: unknown): void {
    lookAt = 0
    if (!isRedisAway && !stopping.aborted) warn('updates cannot be stored or read')(error)
    isRedisAway = true
  }

  /** Handles polled updates side by side; those that are not done soon are stored. Resolves with those that are left. */
  async function handlePolled(updates: readonly Update[]): Promise<ReadonlySet<Update>> {
    const undone = new Set(updates)
    async function handleOne(update: Update): Promise<void> {
      if ((await run(update)) === 'left' || !undone.delete(update)) return
      stream.note(update).catch((error: unknown) => log.debug({ err: messageOf(error) }, 'update not noted'))
    }
    const works: Promise<void>[] = []
    for (const update of updates) {
      await sequencer.room(update)
      works.push(handleOne(update))
    }
    const ended = Promise.all(works)
    while (undone.size > 0) {
      await answerWithin(SOON_MS, ended, () => undefined)
      if (!leader.isLeader()) {
        await ended
        break
      }
      if (undone.size > 0 && (await store([...undone]))) undone.clear()
    }
    return undone
  }

  return {
    /** To be called when this process has become the leader: takes over what the one before left. */
    async takeOver(): Promise<void> {
      isFirstPoll = true
      lookAt = 0
      while (leader.isLeader() && !(await store([]))) await sleep(AGAIN_MS)
    },

    /** Works the stream off, which webhooks fill, as long as this process leads. */
    async readStream(): Promise<void> {
      while (await isLeading()) {
        try {
          await takeWaiting(true)
          isRedisAway = false
        } catch (error) {
          noteAway(error)
          await sleep(AGAIN_MS)
        }
      }
    },

    /**
     * Works polled updates off, and resolves with how many of the first ones are done or stored: Telegram may forget those.
     * The first updates that a leader polls are stored before, as another process may have had them in hand.
     */
    async take(updates: readonly Update[]): Promise<number> {
      const isFirst = isFirstPoll
      isFirstPoll = false
      if (isFirst && (await store(updates))) return updates.length
      if (performance.now() >= lookAt) await store([])
      const left = await handlePolled(updates)
      const first = updates.findIndex((update) => left.has(update))
      return first < 0 ? updates.length : first
    },

    /** Waits up to 7 s for the end of `reading` and for updates in hand; the rest is left to another process. */
    async stop(reading: Promise<void>): Promise<void> {
      const ended = reading.then(() => Promise.all(inHand.values()))
      await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })])
      await stream.giveBack([...inHand.keys()]).catch(warn('updates not given back'))
    },
  }
}

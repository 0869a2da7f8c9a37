import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import type { Resources } from '../redis/connection.ts'
import type { Leader } from '../redis/leader.ts'
import { answerWithin } from '../runtime/clock.ts'
import { retryUntilAnswered } from '../runtime/lifecycle.ts'
import { messageOf, warnOf } from '../runtime/log.ts'
import type { StoredUpdate, UpdateStream } from './update-stream.ts'

/** Polled updates that are not done after this time are stored, so that the next ones can be polled. */
const SOON_MS = 100
const CONFIRM_MS_MAX = 200
const AGAIN_MS = 250
/** An update that was in hand when two processes died is skipped. */
const DEATHS_MAX = 2
const REMOVE_EVERY_MS = 100
const REMOVE_EVERY_MS_MAX = 2_000
/** A stop has 10 s; the parts below need some of them. */
const STOP_MS_MAX = 7_000

/** Returns the number of another chat that an update changes, such as the channel of a button in a private chat. */
export type OtherChat = (update: Update) => number | undefined

export interface UpdateWorkerOptions extends Pick<Resources, 'log' | 'metrics'> {
  readonly stream: UpdateStream
  readonly leader: Leader
  /** Handles one update. One that throws while we stop is left to another process. */
  readonly handle: (update: Update) => Promise<void>
  readonly alsoChanges?: OtherChat | undefined
  readonly stopping: AbortSignal
}

/** Works updates off in the process that leads, those in the stream and polled ones. */
export function createUpdateWorker({
  stream,
  leader,
  handle,
  alsoChanges,
  stopping,
  log,
  metrics,
}: UpdateWorkerOptions) {
  const dropped = metrics.counter(
    'telegram_updates_dropped_total',
    'Updates of chats where too many wait, and those that were in hand when two processes died',
  )
  const sequencer = createSequencer({ handle, alsoChanges, mayBegin: isLeading, stopping, log })
  /** Updates of the stream that are not removed yet, by their id there. */
  const inHand = new Map<string, Promise<void>>()
  /** Whether the stream may hold updates that were taken and are in no hand: after an election, a reply of Redis that was lost, or a freeze. */
  let mayBeLost = true
  let isFirstPoll = true
  let isRedisAway = false

  /** Asks Redis where this process may have been frozen. While Redis is away no other process can lead. */
  async function isLeading(): Promise<boolean> {
    if (leader.isUnsure())
      await answerWithin(CONFIRM_MS_MAX, leader.confirm(), () => undefined).catch(() => undefined)
    return leader.isLeader()
  }

  async function run(update: Update): Promise<Outcome> {
    const outcome = await sequencer.run(update)
    if (outcome === 'dropped') {
      dropped.inc()
      log.warn({ update: update.update_id }, 'update dropped: too many wait in its chat')
    }
    return outcome
  }

  async function takeInHand(stored: readonly StoredUpdate[]): Promise<void> {
    for (const one of stored) {
      if (inHand.has(one.id)) continue
      await sequencer.room(one.update)
      inHand.set(one.id, workOff(one))
    }
  }

  async function workOff({ id, update, deaths }: StoredUpdate): Promise<void> {
    const outcome = deaths < DEATHS_MAX ? await run(update) : skip(update)
    if (outcome === 'left' && stopping.aborted) return // it is given back
    if (outcome === 'left') mayBeLost = true
    else await remove(id).catch(warn('update not removed'))
    inHand.delete(id)
  }

  function skip({ update_id }: Update): Outcome {
    dropped.inc()
    log.error({ update: update_id }, 'update skipped: it was in hand when two processes died')
    return 'dropped'
  }

  const remove = (id: string): Promise<void> =>
    retryUntilAnswered(() => stream.remove(id), {
      everyMs: REMOVE_EVERY_MS,
      everyMsMax: REMOVE_EVERY_MS_MAX,
      signal: stopping,
    })

  const warn = (text: string) => warnOf(log, text)

  /** Takes over what may be in no hand, and then what no process has taken yet. */
  async function takeWaiting(blocks = false): Promise<number> {
    if (mayBeLost) {
      await stream.createGroup()
      await takeInHand(await stream.takeOver((id) => inHand.has(id)))
      mayBeLost = false
    }
    const stored = await stream.read(blocks)
    await takeInHand(stored)
    isRedisAway = false
    return stored.length
  }

  /** Stores updates, and takes in hand all that waits in the stream; false where Redis is away. */
  async function store(updates: readonly Update[]): Promise<boolean> {
    try {
      if (updates.length > 0) await stream.append(updates)
      while ((await isLeading()) && (await takeWaiting()) > 0);
      return true
    } catch (error) {
      noteAway(error)
      return false
    }
  }

  function noteAway(error: unknown): void {
    mayBeLost = true
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
      mayBeLost = true
      while (leader.isLeader() && !(await store([]))) await sleep(AGAIN_MS)
    },

    /** Works the stream off, which webhooks fill, as long as this process leads. */
    async readStream(): Promise<void> {
      while (await isLeading())
        await takeWaiting(true).catch(async (error: unknown) => {
          noteAway(error)
          await sleep(AGAIN_MS)
        })
    },

    /**
     * Works polled updates off, and resolves with how many of the first ones are done or stored: Telegram may forget those.
     * The first updates that a leader polls are stored before, as another process may have had them in hand.
     */
    async take(updates: readonly Update[]): Promise<number> {
      const isFirst = isFirstPoll
      isFirstPoll = false
      if (isFirst && (await store(updates))) return updates.length
      if (mayBeLost) await store([])
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

/** The parts of an update of any kind that say which chat or person it belongs to. */
interface UpdateContent {
  readonly chat?: { readonly id: number }
  readonly message?: { readonly chat: { readonly id: number } }
  readonly migrate_to_chat_id?: number
  readonly from?: { readonly id: number }
}

const contentOf = ({ update_id, ...kinds }: Update) => (Object.values(kinds) as UpdateContent[])[0]

/** Updates of one key are handled one after another. The key is the chat, or the person where there is no chat (inline mode). */
function sequenceKey(update: Update): string {
  const content = contentOf(update)
  const chat = content?.chat ?? content?.message?.chat
  if (chat) return String(chat.id)
  return content?.from ? `inline${content.from.id}` : `update${update.update_id}`
}

const CHATS_MAX = 128
const UPDATES_PER_CHAT_MAX = 200
/** As many as may be in hand at once, so that an update in hand is never forgotten. */
const REMEMBERED_MAX = CHATS_MAX * UPDATES_PER_CHAT_MAX

/** left: not handled, as we stop or another process leads. dropped: too many updates of its chat wait, or it killed two processes. */
type Outcome = 'done' | 'left' | 'dropped'

export interface SequencerOptions
  extends Pick<UpdateWorkerOptions, 'handle' | 'alsoChanges' | 'stopping' | 'log'> {
  /** Whether this process may begin another update. */
  readonly mayBegin: () => Promise<boolean>
}

/** Handles updates in this process, each once: those of one chat in order, those of up to 128 chats side by side. */
export function createSequencer({ handle, alsoChanges, mayBegin, stopping, log }: SequencerOptions) {
  const chats = new Map<string, { readonly waiting: number; readonly last: Promise<unknown> }>()
  /** Of updates in hand and of the latest ones: an update comes again if Redis could not record that it is done. */
  const outcomes = new LRUCache<number, Promise<Outcome>>({ max: REMEMBERED_MAX })
  let chatEnded = Promise.withResolvers<void>()
  stopping.addEventListener('abort', () => chatEnded.resolve())

  async function handleNow(update: Update): Promise<Outcome> {
    if (!(await mayBegin())) return 'left'
    try {
      await handle(update)
    } catch (error) {
      if (stopping.aborted) return 'left'
      log.error({ update: update.update_id, err: messageOf(error) }, 'update skipped')
    }
    return 'done'
  }

  function endOne(key: string): void {
    const chat = chats.get(key)
    if (chat && chat.waiting > 1) return void chats.set(key, { ...chat, waiting: chat.waiting - 1 })
    chats.delete(key)
    chatEnded.resolve()
    chatEnded = Promise.withResolvers()
  }

  /** A change of another chat waits for the updates of that chat too: none of them may store anything after its deletion. */
  function keysOf(update: Update): readonly string[] {
    const other = alsoChanges?.(update) ?? contentOf(update)?.migrate_to_chat_id
    return other === undefined ? [sequenceKey(update)] : [sequenceKey(update), String(other)]
  }

  async function handleInOrder(update: Update): Promise<Outcome> {
    const keys = keysOf(update)
    const before = keys.flatMap((key) => chats.get(key) ?? [])
    if (before.some(({ waiting }) => waiting >= UPDATES_PER_CHAT_MAX)) return 'dropped'
    const work = Promise.all(before.map(({ last }) => last)).then(() => handleNow(update))
    for (const key of keys) chats.set(key, { waiting: (chats.get(key)?.waiting ?? 0) + 1, last: work })
    const outcome = await work
    for (const key of keys) endOne(key)
    if (outcome === 'left') outcomes.delete(update.update_id)
    return outcome
  }

  const hasRoom = (update: Update): boolean =>
    chats.size < CHATS_MAX || chats.has(sequenceKey(update)) || outcomes.has(update.update_id)

  return {
    /** Handles an update after the earlier ones of its chat. */
    run(update: Update): Promise<Outcome> {
      const outcome = outcomes.get(update.update_id) ?? handleInOrder(update)
      outcomes.set(update.update_id, outcome)
      return outcome
    },
    /** Resolves when an update can be run without a 129th chat in hand, or at a stop. */
    async room(update: Update): Promise<void> {
      while (!hasRoom(update) && !stopping.aborted) await chatEnded.promise
    },
  }
}

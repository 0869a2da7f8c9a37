import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, GrammyError } from 'grammy'
import { BROADCAST_MS_MAX, type Broadcast, type Broadcasts, type Progress } from '../../chats/broadcast.ts'
import { everyChatNumber } from '../../chats/census.ts'
import type { Chats } from '../../chats/chats.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Words } from '../../words/words.ts'
import { cancelKeyboard } from './broadcast.ts'
import { broadcastDone, broadcastGoing } from './text.ts'

const PACE_MS = 1_000
/** After a pause of this length we check that the broadcast is not over and that this process still leads. */
const CONFIRM_AFTER_MS = PACE_MS / 2
/** An edit in a group counts against its 20 messages a minute. */
const GROUP_SHOW_MS = 6_000
/** Share of the send rate for broadcasts, so that price updates do not wait behind one. */
const SHARE_OF_RATE = 0.7

export interface DriveOptions {
  readonly redis: Redis
  readonly api: Api
  readonly broadcasts: Broadcasts
  readonly chats: Pick<Chats, 'broadcasts'>
  readonly ratePerSecond: number
  readonly clock: Clock
  readonly wordsFor: (chat: string) => Promise<Words>
  /** Whether this process still leads. Throws if Redis does not answer. */
  readonly isLeader: () => Promise<boolean>
}

/** Makes chats due for the current broadcast, at the rate at which messages are sent, and shows its progress. */
export function createBroadcastDriver(options: DriveOptions) {
  const { redis, api, broadcasts, chats, clock, isLeader } = options
  const perTurn = Math.max(1, Math.floor((options.ratePerSecond * SHARE_OF_RATE * PACE_MS) / 1_000))
  let shown = ''
  let showAt = 0

  async function show({ id, chat, message }: Broadcast): Promise<void> {
    const words = await options.wordsFor(chat)
    const progress = await broadcasts.progress(id)
    if (!progress) return
    const isOver = clock() - Number.parseInt(id, 36) > BROADCAST_MS_MAX || hasReachedAll(progress)
    const html = isOver ? broadcastDone(words, progress) : broadcastGoing(words, progress)
    if (isOver && !(await broadcasts.end(id))) return
    if (html === shown || (!isOver && clock() < showAt)) return
    shown = html
    showAt = clock() + (isGroup(chat) ? GROUP_SHOW_MS : 0)
    await api
      .editMessageText(chat, message, html, {
        parse_mode: 'HTML',
        ...(!isOver && { reply_markup: cancelKeyboard({ words }, id) }),
      })
      .catch((error: unknown) => {
        if (!(error instanceof GrammyError)) throw error // it was deleted, or shows this already
      })
  }

  const goesOn = async ({ id }: Broadcast): Promise<boolean> =>
    (await isLeader()) && (await broadcasts.current())?.id === id

  /** After a kill it begins again with the first chat; a chat that was enlisted before is not enlisted again. */
  async function findAll(broadcast: Broadcast): Promise<void> {
    let found = 0
    let confirmedAt = performance.now()
    for await (const chat of everyChat(redis)) {
      if (found === perTurn) {
        found = 0
        await show(broadcast)
        await sleep(PACE_MS)
      }
      // After a freeze another broadcast may have begun, and a chat receives the one that it was enlisted for last.
      if (performance.now() - confirmedAt > CONFIRM_AFTER_MS && !(await goesOn(broadcast))) return
      confirmedAt = performance.now()
      found += Number(await chats.broadcasts.enlist(chat, broadcast.id))
    }
    if (await goesOn(broadcast)) await broadcasts.foundAll(broadcast.id)
  }

  /** Runs one round; does nothing without a current broadcast. */
  return async function drive(): Promise<void> {
    const broadcast = await broadcasts.current()
    if (!broadcast) return
    if (!(await broadcasts.progress(broadcast.id))?.isWhole) await findAll(broadcast)
    if (await goesOn(broadcast)) await show(broadcast)
  }
}

const hasReachedAll = ({ isWhole, found, sent, failed }: Progress): boolean =>
  isWhole && sent + failed >= found

async function* everyChat(redis: Redis): AsyncGenerator<string> {
  for await (const page of everyChatNumber(redis)) yield* page
}

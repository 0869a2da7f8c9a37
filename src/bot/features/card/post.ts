import type { Api } from 'grammy'
import { type Chat, quietUntil } from '../../../chats/chat.ts'
import type { Chats } from '../../../chats/chats.ts'
import type { PostedPrice } from '../../../chats/keys.ts'
import { messagesIn } from '../../../messages/messages.ts'
import { type Language, languageOf } from '../../../messages/words/words.ts'
import type { Prices } from '../../../prices/prices.ts'
import { isForDays } from '../../../rates/in-force.ts'
import type { Quote } from '../../../rates/monitor.ts'
import { createLeader, type Lease } from '../../../redis/leader.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { messageOf } from '../../../runtime/failure.ts'
import type { Log } from '../../../runtime/log.ts'
import { sendResultOf } from '../../../telegram/send-result.ts'
import type { Pictures } from '../history/pictures.ts'
import type { Cards } from './cards.ts'

const ROUND_MS = 1_000
export const CARD_LEASE_MS = 5 * ROUND_MS
/** Chats that could not be posted to, and a price that a process missed, are looked at again then. */
const CHECK_EVERY_MS = 20_000

export interface CardPosterOptions {
  readonly api: Api
  /** The bot's own number and name. */
  readonly me: () => { readonly id: number; readonly username: string }
  readonly prices: Pick<Prices, 'all'>
  readonly cards: Cards
  readonly pictures: Pick<Pictures, 'sendAlone'>
  readonly chats: Pick<Chats, 'read' | 'cards' | 'presence'>
  /** Held by the one process that posts; undefined where there is only one. */
  readonly lease: Lease | undefined
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
}

/**
 * Posts today's card in the chats that want it when the official price is a new one. A price is noted for a chat once
 * Telegram took its card: a kill in between posts it twice rather than never.
 */
export function createCardPoster({
  api,
  me,
  prices,
  cards,
  pictures,
  chats,
  lease,
  defaultLanguage,
  clock,
  log,
}: CardPosterOptions) {
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs: ROUND_MS, stopping: stopping.signal })
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let seen = ''
  let checkAt = 0

  /** Returns true where the card was taken, or will never be. */
  async function post(chat: string, state: Chat): Promise<boolean> {
    const messages = messagesIn(languageOf(state.language) ?? defaultLanguage, state.numbers)
    const { id, username } = me()
    const reader = { chatState: state, messages, now: clock(), bot: username }
    const card = await cards.cardOf(prices.all(), reader)
    if (!card?.isWhole) return false
    return pictures.sendAlone(api, { bot: id, chat, thread: state.thread, view: card.view })
  }

  async function serve(chat: string, official: Quote): Promise<void> {
    const state = await chats.read(chat)
    if (!state.posted) return chats.cards.stop(chat)
    const isQuiet = state.quiet && quietUntil(state.quiet, clock(), state.zone) !== undefined
    if (state.isGone || isQuiet || !isNewer(official, state.posted)) return
    if (await postOrRefuse(chat, state)) await chats.cards.set(chat, official)
  }

  async function postOrRefuse(chat: string, state: Chat): Promise<boolean> {
    try {
      return await post(chat, state)
    } catch (error) {
      const sendResult = sendResultOf(error)
      log.warn({ chat, err: messageOf(error) }, 'a card cannot be posted')
      if (sendResult.kind === 'unreachable') await chats.presence.retire(chat)
      return sendResult.kind === 'fail'
    }
  }

  async function round(): Promise<void> {
    const official = cards.officialOf(prices.all())?.quote
    if (!official || official.stale || !isForDays(official) || !leader.isLeader()) return
    const price = `${official.price} ${official.lastUpdate}`
    if (price === seen && performance.now() < checkAt) return
    await leader.confirm()
    if (!leader.isLeader()) return
    for (const chat of await chats.cards.chats()) {
      if (stopping.signal.aborted) return
      await serve(chat, official)
    }
    seen = price
    checkAt = performance.now() + CHECK_EVERY_MS
  }

  function begin(): void {
    running = round()
      .catch((error: unknown) => log.warn({ err: messageOf(error) }, 'cards cannot be posted'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, ROUND_MS)
      })
  }

  return {
    async start(): Promise<void> {
      await leader.start()
      begin()
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, ROUND_MS).unref())])
      await leader.resign()
    },
  }
}

/** Whether a price was published after the one that a card was posted for, or corrects it. */
export const isNewer = (
  { price, lastUpdate }: Pick<Quote, 'price' | 'lastUpdate'>,
  posted: PostedPrice,
): boolean => price !== posted.price && lastUpdate >= posted.lastUpdate

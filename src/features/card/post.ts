import type { Api } from 'grammy'
import { type Chat, silentUntil } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import type { PostedPrice } from '../../chats/keys.ts'
import { isForDays } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import type { Resources } from '../../redis/connection.ts'
import { createLeaderRounds, type Lease } from '../../redis/leader.ts'
import { messageOf } from '../../runtime/log.ts'
import { sendResultOf } from '../../telegram/send-result.ts'
import { type Language, languageOf, wordsIn } from '../../words/words.ts'
import type { Pictures } from '../history/pictures.ts'
import type { Cards } from './cards.ts'

const ROUND_MS = 1_000
export const CARD_LEASE_MS = 5 * ROUND_MS
/** Chats that could not be posted to are tried again then. */
const CHECK_EVERY_MS = 20_000

export interface CardPosterOptions extends Pick<Resources, 'log' | 'clock'> {
  readonly api: Api
  /** The name of the bot. */
  readonly botName: () => string
  readonly cards: Cards
  readonly pictures: Pick<Pictures, 'sendAlone'>
  readonly chats: Pick<Chats, 'read' | 'cards' | 'presence'> & {
    readonly refusals: Pick<Chats['refusals'], 'clearThread'>
  }
  /** Held by the one process that posts; undefined where there is only one. */
  readonly lease: Lease | undefined
  readonly defaultLanguage: Language
}

/**
 * Posts today's card in the chats that want it when the official price is a new one. A price is noted for a chat once
 * Telegram took its card: a kill in between posts it twice rather than never.
 */
export function createCardPoster(options: CardPosterOptions) {
  const { api, botName, cards, pictures, chats, defaultLanguage, clock, log } = options
  const { leader, start, stop } = createLeaderRounds({
    lease: options.lease,
    everyMs: ROUND_MS,
    round: postMissing,
    onError: (error) => log.warn({ err: messageOf(error) }, 'cards cannot be posted'),
  })
  let seen = ''
  /** Chats without a card of the price seen last: quiet ones, and those that could not be posted to. */
  let unserved: readonly string[] = []
  let checkAt = 0

  /** Returns true where the card was taken, or will never be. */
  async function post(chat: string, state: Chat): Promise<boolean> {
    const words = wordsIn(languageOf(state.language) ?? defaultLanguage, state.numbers)
    const card = await cards.cardOf({ chatState: state, words, now: clock(), bot: botName() })
    if (!card?.isWhole) return false
    return pictures.sendAlone(api, { chat, thread: state.thread, view: card.view })
  }

  /** Returns true where a chat needs no card of this price any more. */
  async function serve(chat: string, official: Quote): Promise<boolean> {
    const state = await chats.read(chat)
    if (!state.posted) {
      await chats.cards.stop(chat)
      return true
    }
    if (state.isGone || !isNewer(official, state.posted)) return true
    if (silentUntil(state, clock()) !== undefined) return false
    if (!(await postOrRefuse(chat, state))) return false
    await chats.cards.note(chat, official)
    return true
  }

  async function postOrRefuse(chat: string, state: Chat): Promise<boolean> {
    try {
      return await post(chat, state)
    } catch (error) {
      const sendResult = sendResultOf(error)
      log.warn({ chat, err: messageOf(error) }, 'a card cannot be posted')
      if (sendResult.kind === 'unreachable') await chats.presence.retire(chat)
      if (sendResult.kind === 'topicless') await chats.refusals.clearThread(chat, state.thread)
      return sendResult.kind === 'fail'
    }
  }

  /** Returns the chats that still need their card; a process that no longer leads leaves the rest to the next one. */
  async function serveAll(wanting: readonly string[], official: Quote): Promise<readonly string[]> {
    const left: string[] = []
    for (const chat of wanting) {
      if (!leader.isLeader()) return wanting
      if (!(await serve(chat, official))) left.push(chat)
    }
    return left
  }

  async function postMissing(): Promise<void> {
    const official = cards.official()?.quote
    if (!official || official.stale || !isForDays(official)) return
    const price = `${official.price} ${official.lastUpdate}`
    const isSeen = price === seen
    if (isSeen && (unserved.length === 0 || performance.now() < checkAt)) return
    await leader.confirm()
    unserved = await serveAll(isSeen ? unserved : await chats.cards.chats(), official)
    seen = price
    checkAt = performance.now() + CHECK_EVERY_MS
  }

  return { start, stop }
}

/** Whether a price was published after the one that a card was posted for, or corrects it. */
const isNewer = ({ price, lastUpdate }: Pick<Quote, 'price' | 'lastUpdate'>, posted: PostedPrice): boolean =>
  price !== posted.price && lastUpdate >= posted.lastUpdate

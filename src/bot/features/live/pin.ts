import { lookUp, newest, newestOfAll, notFound, parseName } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { type MonitorId, monitorRef } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { endLive, type LiveMessages, postLive, takeDown } from './live.ts'

const OFF = ['off', 'no', 'quitar']

/** `/pin`: a pinned message that always shows the newest prices; `/pin usd` shows one; `/pin off` ends it. */
export function createPin(prices: Prices, chats: LiveMessages): Command {
  async function pin(turn: Turn, observedQuotes: readonly ObservedQuote[], id?: MonitorId): Promise<string> {
    const { liveWords, noPrices } = turn.messages
    if (observedQuotes.length === 0) return noPrices
    const before = turn.chatState?.live?.message
    const isPinned = await postLive(chats, {
      api: turn.ctx.api,
      chat: turn.chat,
      html: turn.messages.live({ observedQuotes, now: turn.now }),
      ...(turn.thread !== undefined && { thread: turn.thread }),
      ...(id && { ref: monitorRef(id) }),
    })
    if (!isPinned) return liveWords.pinNeedsRight
    if (before) await takeDown(turn, before)
    if (!turn.chatState?.language) await chats.setLanguage(turn.chat, turn.language)
    return liveWords.pinned
  }

  async function unpin(turn: Turn): Promise<string> {
    const { liveWords } = turn.messages
    if (!turn.chatState?.live) return liveWords.nothingPinned
    await endLive(chats, turn)
    return liveWords.unpinned
  }

  async function named(turn: Turn, name: string): Promise<string> {
    const found = await lookUp(prices, name)
    if (found.kind !== 'one') return notFound(turn.messages, prices, name, false)
    return pin(turn, [found.observed], found.observed.quote.monitor)
  }

  async function pressed(turn: Turn, id: MonitorId | undefined): Promise<string> {
    if (!id) return pin(turn, await newestOfAll(prices))
    const observed = await newest(prices, id)
    return observed ? pin(turn, [observed], id) : turn.messages.oldButton
  }

  return {
    names: ['pin', 'fijar'],
    changes: true,
    async run(turn, argument) {
      const name = parseName(argument)
      if (OFF.includes(name)) return turn.answer(await unpin(turn))
      await turn.answer(name === '' ? await pressed(turn, undefined) : await named(turn, name))
    },
    buttons: { pin: pressed },
  }
}

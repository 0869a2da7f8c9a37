import { type Chat, FOLLOWS_PER_CHAT_MAX, type Shown } from '../../../chats/chats.ts'
import type { Titled } from '../../../messages/format/titles.ts'
import { lookUp, newest, newestOfAll, notFound, parseName, titledBy } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import { follows, type Turn, withRest } from '../../context.ts'
import { leastButton, monitorButtons, monitorKeyboard } from '../../keyboards.ts'

/** Where follows are kept. */
export interface Follows {
  follow(chat: string, id: MonitorId, told: Shown, thread?: number): Promise<'followed' | 'already' | 'full'>
  setLanguage(chat: string, language: string): Promise<void>
}

/** `/follow usd`: the chat is told whenever the price changes; without a name it shows what is followed, and offers the rest. */
export function createFollow(prices: Prices, chats: Follows): Command {
  async function offer(turn: Turn): Promise<void> {
    const observedQuotes = await newestOfAll(prices)
    const open = observedQuotes.map(({ quote }) => quote).filter(({ monitor }) => !follows(turn, monitor))
    if (turn.chatState && turn.chatState.told.length > 0) return showFollowed(turn, turn.chatState.told, open)
    const question = observedQuotes.length > 0 ? turn.messages.whichFollow : turn.messages.noPrices
    await turn.answer(question, monitorButtons('follow', open))
  }

  async function showFollowed(turn: Turn, told: Chat['told'], open: readonly Titled[]): Promise<void> {
    const followed = told.map(({ monitor, least }) => ({ ...titledBy(prices, monitor), least }))
    const keyboard = monitorButtons('least', followed, '', '⚙ ')
    const more = monitorButtons('follow', open, '', '+ ')
    await turn.answer(turn.messages.settings.followedList(followed), keyboard.append(more))
  }

  async function followNamed(turn: Turn, name: string): Promise<void> {
    const found = await lookUp(prices, name)
    if (found.kind === 'one') return follow(turn, found.observed, found.others)
    const near = found.near.map(({ quote }) => quote)
    await turn.answer(notFound(turn.messages, prices, name, near.length > 0), monitorButtons('follow', near))
  }

  async function followPressed(turn: Turn, id: MonitorId | undefined): Promise<void> {
    const observed = await newest(prices, id)
    await (observed ? follow(turn, observed, []) : turn.answer(turn.messages.oldButton))
  }

  async function follow(
    turn: Turn,
    { quote, asOf }: ObservedQuote,
    others: readonly ObservedQuote[],
  ): Promise<void> {
    const { chat, messages, now } = turn
    if (!turn.chatState?.language) await chats.setLanguage(chat, turn.language)
    const told = { price: quote.price, at: asOf }
    const result = await chats.follow(chat, quote.monitor, told, turn.thread)
    if (result === 'full') return turn.answer(messages.followsFull(FOLLOWS_PER_CHAT_MAX))
    const rest = others.map((other) => other.quote)
    const html =
      result === 'followed'
        ? messages.followed({ quote, others: rest, asOf, now })
        : messages.alreadyFollowing(quote, rest)
    await turn.answer(
      withRest(turn, withTopic(turn, html)),
      monitorButtons('follow', rest)
        .append(leastButton(messages, quote.monitor))
        .append(monitorKeyboard(messages, quote.monitor, true)),
    )
  }

  return {
    names: ['follow', 'seguir'],
    changes: true,
    run: (turn, argument) => {
      const name = parseName(argument)
      return name === '' ? offer(turn) : followNamed(turn, name)
    },
    buttons: { follow: followPressed },
  }
}

/** All follows of a group are told in one topic: where something was followed last. */
function withTopic({ chatState, thread, messages }: Turn, html: string): string {
  const hasMoved = chatState !== undefined && chatState.told.length > 0 && chatState.thread !== thread
  return hasMoved ? `${html}\n\n${messages.settings.topicMoved}` : html
}

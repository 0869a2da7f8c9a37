import { type Chat, type Chats, FOLLOWS_PER_CHAT_MAX } from '../../../chats/chats.ts'
import type { Titled } from '../../../messages/format/quote.ts'
import { lookUp, newest, newestOfAll, parseName, titledBy } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { type Decimal, decimalOf, isPositive } from '../../../rates/decimal.ts'
import type { MonitorId, Quote } from '../../../rates/monitor.ts'
import {
  formatButtonData,
  LISTED_MAX,
  leastButton,
  listedButtons,
  monitorButtons,
  monitorKeyboard,
  replyNotFound,
} from '../../buttons.ts'
import { type BotContext, follows, preferredBy, withResumed } from '../../context.ts'
import { type Access, ADMINISTRATORS, Feature } from '../../feature.ts'

const OTHERS_MAX = 2
const FOLLOW_LIST = { action: 'follow', argument: '', buttonsMax: LISTED_MAX } as const
const LEAST_LIST = { action: 'least', argument: '', buttonsMax: LISTED_MAX } as const

/** `/follow usd`: notifies the chat whenever the price changes; without a name it lists the followed monitors and offers the others. */
export function createFollow(access: Access, prices: Prices, chats: Pick<Chats, 'follows' | 'settings'>) {
  async function offer(ctx: BotContext, asked = ctx.messages.whichFollow): Promise<void> {
    const observedQuotes = await newestOfAll(prices)
    const open = observedQuotes.map(({ quote }) => quote).filter(({ monitor }) => !follows(ctx, monitor))
    const { chatState } = ctx
    // The button under the list of the followed ones asks for another one.
    if (chatState && chatState.told.length > 0 && !ctx.callbackQuery)
      return showFollowed(ctx, chatState.told, open)
    const question = observedQuotes.length > 0 ? asked : ctx.messages.noPrices
    await ctx.replyOrEdit(question, listedButtons(ctx.messages, FOLLOW_LIST, open))
  }

  async function showFollowed(ctx: BotContext, told: Chat['told'], open: readonly Titled[]): Promise<void> {
    const followed = told.map(({ monitor, least }) => ({ ...titledBy(prices, monitor), least }))
    const keyboard = listedButtons(ctx.messages, LEAST_LIST, followed).row()
    if (open.length > 0) keyboard.text(ctx.messages.settings.button.followMore, formatButtonData('follow'))
    await ctx.replyOrEdit(ctx.messages.settings.followedList(followed), keyboard)
  }

  async function followNamed(ctx: BotContext, name: string): Promise<void> {
    const found = await lookUp(prices, name, preferredBy(ctx.chatState))
    if (found.kind === 'one') return follow(ctx, found.observed, found.others)
    await replyNotFound(ctx, prices, name, { near: found.near, action: 'follow' })
  }

  async function followPressed(ctx: BotContext, id: MonitorId | undefined): Promise<void> {
    if (!id) return offer(ctx)
    const observed = await newest(prices, id)
    await (observed ? follow(ctx, observed, []) : ctx.replyOrEdit(ctx.messages.oldButton))
  }

  async function follow(
    ctx: BotContext,
    { quote, asOf }: ObservedQuote,
    others: readonly ObservedQuote[],
  ): Promise<void> {
    const { chatKey, messages, now } = ctx
    if (!ctx.chatState?.language) await chats.settings.setLanguage(chatKey, ctx.language)
    const least = leastOf(quote)
    const told = { price: quote.price, at: asOf, least }
    const result = await chats.follows.add(chatKey, quote.monitor, told, ctx.thread)
    if (result === 'full') return ctx.replyOrEdit(messages.followsFull(FOLLOWS_PER_CHAT_MAX))
    const rest = others.map((other) => other.quote)
    const html =
      result === 'followed'
        ? messages.followed({ quote, others: rest, least, asOf, now })
        : messages.alreadyFollowing(quote, rest)
    await ctx.replyOrEdit(
      withResumed(ctx, withTopic(ctx, html)),
      monitorButtons('follow', rest.slice(0, OTHERS_MAX))
        .append(leastButton(messages, quote.monitor))
        .append(monitorKeyboard(messages, quote.monitor, true)),
    )
  }

  const answer = (ctx: BotContext, name: string): Promise<void> =>
    name === '' ? offer(ctx) : followNamed(ctx, name)

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('follow', (ctx) => answer(ctx, parseName(ctx.match)))
  feature.button('follow', followPressed)
  /** `¿qué estoy siguiendo?` */
  const list = (ctx: BotContext): Promise<void> => offer(ctx, ctx.messages.followsNothing)
  return { feature, answer, list }
}

/** The change in percent that a follow begins with; undefined for every change. */
function leastOf({ leastChange = 0 }: Quote): Decimal | undefined {
  const least = decimalOf(leastChange)
  return least !== undefined && isPositive(least) ? least : undefined
}

/** Adds to a text that notifications move to this topic, as a group receives all of them where it last followed a monitor. */
function withTopic({ chatState, thread, messages }: BotContext, html: string): string {
  const hasMoved = chatState !== undefined && chatState.told.length > 0 && chatState.thread !== thread
  return hasMoved ? `${html}\n\n${messages.settings.topicMoved}` : html
}

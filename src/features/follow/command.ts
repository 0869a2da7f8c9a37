import type { InlineKeyboard } from 'grammy'
import {
  act,
  findOrSay,
  keyboardOf,
  leastButton,
  listedButtons,
  monitorButtons,
  monitorKeyboard,
  showKept,
} from '../../bot/buttons.ts'
import { type BotContext, follows, introduce } from '../../bot/context.ts'
import { ADMINISTRATORS, type ButtonHandler, Feature, type FeatureParts } from '../../bot/feature.ts'
import { type Alert, isStanding, priceSignal } from '../../chats/alert.ts'
import type { Chat } from '../../chats/chat.ts'
import { FOLLOWS_PER_CHAT_MAX } from '../../chats/chats.ts'
import { HOUR_SECONDS } from '../../domain/caracas.ts'
import { type Decimal, decimalOf, isPositive } from '../../domain/decimal.ts'
import { isNamed, isSameMonitor, type MonitorId, type Quote } from '../../domain/monitor.ts'
import type { Schedule } from '../../domain/schedule.ts'
import { WORDS } from '../../language/tokens.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import {
  eachOnce,
  findFor,
  newest,
  newestOfAll,
  type ObservedQuote,
  parseName,
  titledBy,
} from '../../prices/prices.ts'
import type { Titled } from '../../words/price.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { settingsButton } from '../settings/table.ts'
import { resumedToo } from '../start/resumed.ts'
import { changeFrom, isLeast, leftField, percentOf } from './dialog.ts'
import { digestToo, followAnswer, followed, followedList } from './text.ts'

const OTHERS_MAX = 2

/** `/follow usd`: notifies the chat whenever the price changes; without a name it lists the followed monitors and offers the others. */
export function createFollow({ access, prices, chats }: FeatureParts) {
  /** The monitors that the chat does not follow. */
  const openTo = async (ctx: BotContext): Promise<readonly Titled[]> =>
    (await newestOfAll(prices)).map(({ quote }) => quote).filter(({ monitor }) => !follows(ctx, monitor))

  async function offer(ctx: BotContext, asked = ctx.words.whichFollow): Promise<void> {
    const open = await openTo(ctx)
    const question = prices.all().length > 0 ? asked : ctx.words.noPrices
    await showKept(ctx, question, listedButtons(ctx.words, { action: 'follow' }, open))
  }

  /** Lists what the chat follows; offers all if that is nothing. */
  async function list(ctx: BotContext, asked = ctx.words.followsNothing): Promise<void> {
    const told = ctx.chatState?.told ?? []
    await (told.length > 0 ? showFollowed(ctx, told, await openTo(ctx)) : offer(ctx, asked))
  }

  async function showFollowed(ctx: BotContext, told: Chat['told'], open: readonly Titled[]): Promise<void> {
    const followed = told.map(({ monitor, least }) => ({ ...titledBy(prices, monitor), least }))
    const { followMore } = ctx.words.settings.button
    const isOpen = open.length > 0 && !ctx.chatState?.isGone
    await showKept(
      ctx,
      followedList(ctx.words, followed),
      keyboardOf(listedButtons(ctx.words, { action: 'least' }, followed), [
        isOpen && act(followMore, 'follow'),
      ]),
    )
  }

  async function followNamed(ctx: BotContext, name: string, digestAt?: Schedule): Promise<void> {
    const found = await findOrSay(ctx, prices, name, { action: 'follow' })
    if (found) await follow(ctx, found.observed, found.others, { digestAt })
  }

  /** `least` is the least change that the chat had chosen before, where it takes an unfollow back. */
  const followPressed: ButtonHandler<'follow'> = async (ctx, id, { least }) => {
    if (!id) return offer(ctx)
    const observed = await newest(prices, id)
    const before = least !== undefined && isLeast(least) ? least : undefined
    await (observed ? follow(ctx, observed, [], { before }) : ctx.replyOrEdit(ctx.words.oldButton))
  }

  /** `before`: the least change that the chat had chosen before. `digestAt`: the times of the digest asked for as well. */
  async function follow(
    ctx: BotContext,
    { quote, asOf }: ObservedQuote,
    others: readonly ObservedQuote[],
    { before, digestAt }: { readonly before?: Decimal | undefined; readonly digestAt?: Schedule | undefined },
  ): Promise<void> {
    const { chatKey, words, now } = ctx
    await introduce(ctx, chats)
    const least = before === undefined ? leastOf(quote) : changeFrom(before)
    const told = { price: quote.price, at: asOf, least }
    if (digestAt !== undefined) await chats.settings.setDigest(chatKey, digestAt, now)
    const result = await chats.follows.add(chatKey, quote.monitor, told, ctx.thread)
    const digest = digestAt === undefined ? [] : [digestToo(words, digestAt)]
    if (result === 'full') return ctx.replyOrEdit(lines(words.followsFull(FOLLOWS_PER_CHAT_MAX), ...digest))
    const rest = others.map((other) => other.quote)
    const also = [...digest, ...topicMoved(ctx), ...resumedToo(ctx, prices, { monitor: quote.monitor })]
    const html =
      result === 'followed'
        ? followed(words, { quote, others: rest, least, asOf, also, now })
        : followAnswer(words, 'alreadyFollowing', quote, { others: rest, also })
    await ctx.replyOrEdit(
      html,
      keyboardOf(
        monitorButtons('follow', rest.slice(0, OTHERS_MAX)),
        leastButton(words, quote.monitor),
        digestAt === undefined
          ? monitorKeyboard(words, quote.monitor, true)
          : digestKeyboard(words, quote.monitor),
      ),
    )
  }

  /** Also has the chat sent its digest at times, where they are given. */
  const answer = (ctx: BotContext, name: string, digestAt?: Schedule): Promise<void> =>
    name === '' ? list(ctx, ctx.words.whichFollow) : followNamed(ctx, name, digestAt)

  /** Whether the digest of a chat has a rate: the main ones, where it follows none. */
  const isInDigest = (ctx: BotContext, name: string): boolean => {
    const [found] = prices.find(name)
    if (!found) return false
    if ((ctx.chatState?.told ?? []).length > 0) return follows(ctx, found.quote.monitor)
    const { main } = mainRatesOf(prices, ctx.preferred)
    return main.some(({ quote }) => isSameMonitor(quote.monitor, found.quote.monitor))
  }

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('follow', (ctx) => answer(ctx, parseName(ctx.match)))
  feature.button('follow', followPressed)
  return { feature, answer, list, isInDigest }
}

/** The change in percent that a follow begins with; undefined for every change. */
function leastOf({ leastChange = 0 }: Quote): Decimal | undefined {
  const least = decimalOf(leastChange)
  return least !== undefined && isPositive(least) ? least : undefined
}

/** Buttons under a follow that was asked for together with the digest: to end it, and to change the hour. */
const digestKeyboard = ({ button, settings }: Words, monitor: MonitorId): InlineKeyboard =>
  keyboardOf([act(button.unfollow, 'unfollow', monitor)], [settingsButton(settings.digest, 'g')])

/** Says that notifications move to this topic, as a group receives all of them where it last followed a monitor. */
function topicMoved({ chatState, thread, words }: BotContext): readonly string[] {
  const hasMoved = chatState !== undefined && chatState.told.length > 0 && chatState.thread !== thread
  return hasMoved ? [`\n${words.settings.topicMoved}`] : []
}

/** `/unfollow usd`: stops notifying the chat of that monitor; without a name it offers the followed ones. */
export function createUnfollow({ access, prices, chats, sessions }: FeatureParts) {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)
  const followed = ({ chatState }: BotContext): Titled[] => (chatState?.follows ?? []).map(titled)

  async function offer(ctx: BotContext): Promise<void> {
    const subjects = followed(ctx)
    if (subjects.length === 0) return showKept(ctx, ctx.words.followsNothing)
    await showKept(ctx, ctx.words.whichUnfollow, listedButtons(ctx.words, { action: 'unfollow' }, subjects))
  }

  /** Ends every follow; alerts and the digest stay. */
  async function unfollowAll(ctx: BotContext): Promise<void> {
    for (const { monitor } of followed(ctx)) await chats.follows.remove(ctx.chatKey, monitor)
    await showKept(ctx, ctx.words.unfollowedAll, keyboardOf([act(ctx.words.alerts.button.list, 'alerts')]))
  }

  async function unfollowNamed(ctx: BotContext, name: string): Promise<void> {
    if (WORDS.everything.has(name) && followed(ctx).length > 0) return unfollowAll(ctx)
    const preferred = findFor(prices, name, ctx.preferred)
    const meant = eachOnce([...preferred, ...prices.find(name)]).map(({ quote }) => quote.monitor)
    const all = followed(ctx)
    const known = meant.flatMap((id) => all.filter(({ monitor }) => isSameMonitor(id, monitor)))
    const [subject, ...others] = new Set([...known, ...all.filter(({ monitor }) => isNamed(monitor, name))])
    await (subject ? unfollow(ctx, subject, others) : sayNotFollowed(ctx, name))
  }

  async function sayNotFollowed(ctx: BotContext, name: string): Promise<void> {
    const found = await findOrSay(ctx, prices, name)
    if (!found) return
    const { quote } = found.observed
    await showKept(
      ctx,
      followAnswer(ctx.words, 'notFollowing', quote, { also: alertsStay(ctx, quote.monitor) }),
      alertsButton(ctx, quote.monitor),
    )
  }

  async function unfollow(ctx: BotContext, subject: Titled, others: readonly Titled[]): Promise<void> {
    const { chatKey, words } = ctx
    const { monitor } = subject
    const before = ctx.chatState?.told.find((one) => isSameMonitor(one.monitor, monitor))
    const field = leftField(monitor)
    const least = before ? percentOf(before.least) : await sessions.find<Decimal>(chatKey, field)
    if (least !== undefined) sessions.keep(chatKey, field, least, HOUR_SECONDS)
    const removed = await chats.follows.remove(chatKey, monitor)
    const also = alertsStay(ctx, monitor)
    const html = removed
      ? followAnswer(words, 'unfollowed', subject, { others, also })
      : followAnswer(words, 'notFollowing', subject, { also })
    const shown = others.slice(0, ctx.chatState?.isGone ? OTHERS_MAX - 1 : OTHERS_MAX)
    const keyboard = keyboardOf(
      monitorButtons('unfollow', shown),
      alertsButton(ctx, monitor),
      monitorKeyboard(words, monitor, false, least),
    )
    await showKept(ctx, html, keyboard)
  }

  const answer = (ctx: BotContext, name: string): Promise<void> =>
    name === '' ? offer(ctx) : unfollowNamed(ctx, name)

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('unfollow', (ctx) => answer(ctx, parseName(ctx.match)))
  feature.button('unfollow', (ctx, monitor) => (monitor ? unfollow(ctx, titled(monitor), []) : offer(ctx)))
  return { feature, answer }
}

/** How many alerts still tell of a monitor. */
function alertsOn({ chatState, now }: BotContext, monitor: MonitorId): number {
  const signal = priceSignal(monitor)
  const isActive = (alert: Alert): boolean => !alert.paused && isStanding(alert, now)
  return (chatState?.alerts ?? []).filter((alert) => alert.signal === signal && isActive(alert)).length
}

/** Says that alerts on the monitor stay active. */
function alertsStay(ctx: BotContext, monitor: MonitorId): readonly string[] {
  const count = alertsOn(ctx, monitor)
  return count > 0 ? [`\n${ctx.words.alertsStay(count)}`] : []
}

/** Opens the list, where each is paused or deleted; undefined without alerts on the monitor. */
const alertsButton = (ctx: BotContext, monitor: MonitorId): InlineKeyboard | undefined =>
  alertsOn(ctx, monitor) > 0 ? keyboardOf([act(ctx.words.alerts.button.list, 'alerts')]) : undefined

import { InlineKeyboard } from 'grammy'
import { LISTED_MAX, listedButtons, monitorButtons, monitorKeyboard, showKept } from '../../bot/buttons.ts'
import { type BotContext, preferredBy } from '../../bot/context.ts'
import { type Access, ADMINISTRATORS, Feature } from '../../bot/feature.ts'
import type { Sessions } from '../../bot/session.ts'
import { type Alert, isStanding, priceSignal } from '../../chats/alert.ts'
import type { Chats } from '../../chats/chats.ts'
import { isNamed, isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { eachOnce, findFor, lookUp, notFound, parseName, titledBy } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
import { findLeft, keepLeft, leastArgument } from './least-change.ts'
import { followAnswer } from './text.ts'

const OTHERS_MAX = 2

/** `/unfollow usd`: stops notifying the chat of that monitor; without a name it offers the followed ones. */
export function createUnfollow(
  access: Access,
  prices: Prices,
  chats: Pick<Chats, 'follows'>,
  sessions: Pick<Sessions, 'find' | 'keep'>,
) {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)
  const followed = ({ chatState }: BotContext): Titled[] => (chatState?.follows ?? []).map(titled)

  async function offer(ctx: BotContext): Promise<void> {
    const subjects = followed(ctx)
    if (subjects.length === 0) return showKept(ctx, ctx.words.followsNothing)
    await showKept(
      ctx,
      ctx.words.whichUnfollow,
      listedButtons(ctx.words, { action: 'unfollow', argument: '', buttonsMax: LISTED_MAX }, subjects),
    )
  }

  async function unfollowNamed(ctx: BotContext, name: string): Promise<void> {
    const preferred = findFor(prices, name, preferredBy(ctx.chatState))
    const meant = eachOnce([...preferred, ...prices.find(name)]).map(({ quote }) => quote.monitor)
    const all = followed(ctx)
    const known = meant.flatMap((id) => all.filter(({ monitor }) => isSameMonitor(id, monitor)))
    const [subject, ...others] = new Set([...known, ...all.filter(({ monitor }) => isNamed(monitor, name))])
    await (subject ? unfollow(ctx, subject, others) : sayNotFollowed(ctx, name))
  }

  async function sayNotFollowed(ctx: BotContext, name: string): Promise<void> {
    const found = await lookUp(prices, name, preferredBy(ctx.chatState))
    if (found.kind !== 'one') return ctx.replyOrEdit(notFound(ctx.words, prices, name, false))
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
    if (before) keepLeft(sessions, ctx, before)
    const least = before ? leastArgument(before.least) : await findLeft(sessions, ctx, monitor)
    const removed = await chats.follows.remove(chatKey, monitor)
    const also = alertsStay(ctx, monitor)
    const html = removed
      ? followAnswer(words, 'unfollowed', subject, { others, also })
      : followAnswer(words, 'notFollowing', subject, { also })
    const keyboard = monitorButtons(
      'unfollow',
      others.slice(0, ctx.chatState?.isGone ? OTHERS_MAX - 1 : OTHERS_MAX),
    )
    keyboard.append(alertsButton(ctx, monitor) ?? [])
    await showKept(ctx, html, keyboard.append(monitorKeyboard(words, monitor, false, least)))
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
  alertsOn(ctx, monitor) > 0
    ? new InlineKeyboard().text(ctx.words.alerts.button.list, formatButtonData('alerts'))
    : undefined

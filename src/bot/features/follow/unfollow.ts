import type { Chats } from '../../../chats/chats.ts'
import type { Titled } from '../../../messages/format/quote.ts'
import { lookUp, notFound, parseName, titledBy } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { isNamed, isSameMonitor, type MonitorId } from '../../../rates/monitor.ts'
import { LISTED_MAX, listedButtons, monitorButtons, monitorKeyboard } from '../../buttons.ts'
import type { BotContext } from '../../context.ts'
import { type Access, ADMINISTRATORS, Feature } from '../../feature.ts'

const OTHERS_MAX = 3

/** `/unfollow usd`: stops notifying the chat of that monitor; without a name it offers the followed ones. */
export function createUnfollow(access: Access, prices: Prices, chats: Pick<Chats, 'follows'>) {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)
  const followed = ({ chatState }: BotContext): Titled[] => (chatState?.follows ?? []).map(titled)

  async function offer(ctx: BotContext): Promise<void> {
    const subjects = followed(ctx)
    if (subjects.length === 0) return ctx.replyOrEdit(ctx.messages.followsNothing)
    await ctx.replyOrEdit(
      ctx.messages.whichUnfollow,
      listedButtons(ctx.messages, { action: 'unfollow', argument: '', buttonsMax: LISTED_MAX }, subjects),
    )
  }

  async function unfollowNamed(ctx: BotContext, name: string): Promise<void> {
    const meant = prices.find(name).map(({ quote }) => quote.monitor)
    const isMeant = (monitor: MonitorId): boolean => meant.some((one) => isSameMonitor(one, monitor))
    const [subject, ...others] = followed(ctx).filter(
      ({ monitor }) => isNamed(monitor, name) || isMeant(monitor),
    )
    await (subject ? unfollow(ctx, subject, others) : sayNotFollowed(ctx, name))
  }

  async function sayNotFollowed(ctx: BotContext, name: string): Promise<void> {
    const found = await lookUp(prices, name)
    const text =
      found.kind === 'one'
        ? ctx.messages.notFollowing(found.observed.quote)
        : notFound(ctx.messages, prices, name, false)
    await ctx.replyOrEdit(text)
  }

  async function unfollow(ctx: BotContext, subject: Titled, others: readonly Titled[]): Promise<void> {
    const { chatKey, messages } = ctx
    const removed = await chats.follows.remove(chatKey, subject.monitor)
    await ctx.replyOrEdit(
      removed ? messages.unfollowed(subject, others) : messages.notFollowing(subject),
      monitorButtons('unfollow', others.slice(0, OTHERS_MAX)).append(
        monitorKeyboard(messages, subject.monitor, false),
      ),
    )
  }

  const answer = (ctx: BotContext, name: string): Promise<void> =>
    name === '' ? offer(ctx) : unfollowNamed(ctx, name)

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('unfollow', (ctx) => answer(ctx, parseName(ctx.match)))
  feature.button('unfollow', (ctx, monitor) => (monitor ? unfollow(ctx, titled(monitor), []) : offer(ctx)))
  return { feature, answer }
}

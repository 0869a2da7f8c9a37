import { InlineKeyboard } from 'grammy'
import { leastButton, monitorKeyboard, showKept } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { ask, DialogFeature, defineDialog } from '../../bot/dialogs/dialog.ts'
import { type Access, ADMINISTRATORS } from '../../bot/feature.ts'
import type { Sessions } from '../../bot/session.ts'
import type { Chats } from '../../chats/chats.ts'
import { compare, type Decimal, decimalOf } from '../../domain/decimal.ts'
import { HOUR_SECONDS } from '../../domain/durations.ts'
import { isSameMonitor, type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { parseValue } from '../../language/amounts.ts'
import { titledBy } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
import { percentFigure } from '../../words/quote.ts'
import type { Words } from '../../words/words.ts'
import { isThreshold } from '../alerts/alert.ts'
import { askLeast, badLeast, followAnswer, leastIsMost, leastRaised, leastSet, typeLeast } from './text.ts'

export interface LeastOptions {
  readonly prices: Pick<Prices, 'latest'>
  readonly chats: Pick<Chats, 'follows'>
  readonly sessions: Pick<Sessions, 'find'>
  /** Lists what the chat follows, with a button for each. */
  readonly list: (ctx: BotContext) => Promise<void>
}

/** Buttons that choose the least change of a followed monitor that the chat is notified of; it has no command. */
export function createLeast(access: Access, { prices, chats, sessions, list }: LeastOptions): DialogFeature {
  const dialog = createLeastDialog(prices, chats)
  const feature = new DialogFeature(access, ADMINISTRATORS, [dialog])
  feature.button('least', (ctx, monitor, value) =>
    monitor ? dialog.enter(ctx, { monitor, value }) : list(ctx),
  )
  feature.button('less', createLess(prices, chats, sessions))
  return feature
}

/** A least change as the argument of a button; `parseLeast` reads it. */
export const leastArgument = (least: Decimal | undefined): string => least ?? EVERY

/** Reads what `leastArgument` wrote; undefined for anything else. */
export const parseLeast = (argument: string): Decimal | undefined =>
  decimalOf(argument) === argument && isLeast(argument) ? argument : undefined

const leftField = (monitor: MonitorId): string => `left ${monitorRef(monitor)}`

/** Keeps for an hour the least change of a follow that a chat ended, so that a button follows again with it. */
export const keepLeft = (
  sessions: Pick<Sessions, 'keep'>,
  { chatKey }: Pick<BotContext, 'chatKey'>,
  { monitor, least }: { readonly monitor: MonitorId; readonly least?: Decimal },
): void => sessions.keep(chatKey, leftField(monitor), leastArgument(least), HOUR_SECONDS)

/** Returns what `keepLeft` kept, as the argument of a button. */
export const findLeft = (
  sessions: Pick<Sessions, 'find'>,
  { chatKey }: Pick<BotContext, 'chatKey'>,
  monitor: MonitorId,
): Promise<string | undefined> => sessions.find(chatKey, leftField(monitor))

/** A least change may be smaller than the percentage of an alert, as it brings no message of its own. */
const isLeast = (percent: Decimal): boolean =>
  percent === EVERY || (isThreshold('above', false, percent) && compare(percent, PERCENT_BELOW) < 0)

/** What is stored for a least change: nothing for every change. */
export const changeFrom = (percent: Decimal): Decimal | undefined => (percent === EVERY ? undefined : percent)

/** Raises the least change by a step; a button with an argument takes that back. */
function createLess(
  prices: Pick<Prices, 'latest'>,
  chats: Pick<Chats, 'follows'>,
  sessions: Pick<Sessions, 'find'>,
) {
  async function raise(ctx: BotContext, subject: Titled, least: Decimal | undefined): Promise<void> {
    const { chatKey, words } = ctx
    const next = PERCENTS.find((percent) => compare(percent, leastArgument(least)) > 0)
    if (next === undefined)
      return showKept(ctx, leastIsMost(words, subject, least), leastButton(words, subject.monitor))
    await chats.follows.setLeastChange(chatKey, subject.monitor, next)
    await showKept(
      ctx,
      leastRaised(words, subject, next, least),
      raisedButtons(words, subject.monitor, leastArgument(least)),
    )
  }

  async function takeBack(ctx: BotContext, subject: Titled, percent: Decimal): Promise<void> {
    const { chatKey, words } = ctx
    await chats.follows.setLeastChange(chatKey, subject.monitor, changeFrom(percent))
    await showKept(ctx, leastSet(words, subject, changeFrom(percent)), leastButton(words, subject.monitor))
  }

  return async (ctx: BotContext, monitor: MonitorId | undefined, argument: string): Promise<void> => {
    const { words, chatState } = ctx
    const before = parseLeast(argument)
    if (!monitor || (argument !== '' && before === undefined)) return ctx.replyOrEdit(words.oldButton)
    const subject = titledBy(prices, monitor)
    const followed = chatState?.told.find((one) => isSameMonitor(one.monitor, monitor))
    if (!followed)
      return showKept(
        ctx,
        followAnswer(words, 'notFollowing', subject),
        monitorKeyboard(words, monitor, false, await findLeft(sessions, ctx, monitor)),
      )
    await (before === undefined ? raise(ctx, subject, followed.least) : takeBack(ctx, subject, before))
  }
}

/** Buttons under a least change that was just raised: to take that back, to raise it further, or to choose. */
const raisedButtons = (words: Words, monitor: MonitorId, before: string): InlineKeyboard =>
  new InlineKeyboard()
    .text(words.undo, formatButtonData('less', monitor, before))
    .text(words.settings.button.lessStill, formatButtonData('less', monitor))
    .row()
    .append(leastButton(words, monitor))

const PERCENTS: readonly Decimal[] = ['0.5', '1', '2', '5']
/** The chat is notified of every change. */
const EVERY = '0'
const PERCENT_BELOW = '100'

/** Arguments of our buttons: '' asks, `?` asks for a typed value, all others are values. */
const ARGUMENTS = ['', '?', EVERY, ...PERCENTS]

interface Start {
  readonly monitor: MonitorId
  /** One of ARGUMENTS. */
  readonly value: string
}

/** Asks for the least change that the chat is notified of. */
function createLeastDialog(prices: Pick<Prices, 'latest'>, chats: Pick<Chats, 'follows'>) {
  return defineDialog<Start>('least-change', async (conversation, ctx, { monitor, value }) => {
    const { words } = ctx
    const typed = {
      read: (text: string) => readPercent(words, text),
      again: (text: string) => badLeast(words, text),
    }

    if (!ARGUMENTS.includes(value)) return ctx.replyOrEdit(words.oldButton)
    const subject = await ctx.once(() => titledBy(prices, monitor))
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askLeast(words, subject),
        keyboard: keyboardFor(words, monitor),
        pressed: ({ argument }) => argument || undefined,
        typed,
      }))
    const percent =
      pressed === '?'
        ? await ask(conversation, ctx, {
            html: typeLeast(words),
            typed,
            back: formatButtonData('least', monitor),
          })
        : pressed

    await ctx.once((outside) => set(outside, monitor, changeFrom(percent)))
  })

  async function set(ctx: BotContext, monitor: MonitorId, percent: Decimal | undefined): Promise<void> {
    const { words } = ctx
    const isFollowed = await chats.follows.setLeastChange(ctx.chatKey, monitor, percent)
    const subject = titledBy(prices, monitor)
    await showKept(
      ctx,
      isFollowed ? leastSet(words, subject, percent) : followAnswer(words, 'notFollowing', subject),
      leastButton(ctx.words, monitor),
    )
  }
}

/** Reads a percentage; `0` means every change. */
function readPercent(words: Words, text: string): Decimal | undefined {
  const value = parseValue(text, words.numbers.style)?.value
  return value !== undefined && isLeast(value) ? value : undefined
}

function keyboardFor(words: Words, monitor: MonitorId): InlineKeyboard {
  const { settings } = words
  const keyboard = new InlineKeyboard()
    .text(settings.button.everyChange, formatButtonData('least', monitor, EVERY))
    .row()
  for (const percent of PERCENTS)
    keyboard.text(percentFigure(words, percent), formatButtonData('least', monitor, percent))
  return keyboard.row().text(settings.button.other, formatButtonData('least', monitor, '?'))
}

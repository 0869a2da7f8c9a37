import type { InlineKeyboard } from 'grammy'
import { act, keyboardOf, leastButton, monitorKeyboard, showKept } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { ask, DialogFeature, defineDialog } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, type ButtonHandler, type FeatureParts } from '../../bot/feature.ts'
import { compare, type Decimal } from '../../domain/decimal.ts'
import { isSameMonitor, type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { parseValue } from '../../language/amounts.ts'
import { titledBy } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { capitalized, percentFigure } from '../../words/price.ts'
import type { Words } from '../../words/words.ts'
import { isThreshold } from '../alerts/alert.ts'
import { askLeast, badLeast, followAnswer, leastIsMost, leastRaised, leastSet, typeLeast } from './text.ts'

const PERCENTS: readonly Decimal[] = ['0.5', '1', '2', '5']
/** The chat is notified of every change. */
const EVERY = '0'
const PERCENT_BELOW = '100'

interface Start {
  readonly monitor: MonitorId
  /** No buttons, only a text to be typed. */
  readonly isTyped: boolean
}

/** Buttons that choose the least change of a followed monitor that the chat is notified of; it has no command. `list` lists what the chat follows. */
export function createLeast(
  { access, prices, chats, sessions }: FeatureParts,
  list: (ctx: BotContext) => Promise<void>,
): DialogFeature {
  /** Asks for the least change. Its buttons set it without the dialog, which waits for a typed one. */
  const dialog = defineDialog<Start>('least-change', async (conversation, ctx, { monitor, isTyped }) => {
    const { words } = ctx
    const subject = await ctx.once(() => titledBy(prices, monitor))
    const percent = await ask(conversation, ctx, {
      ...(isTyped
        ? { html: typeLeast(words), back: formatButtonData('least', monitor) }
        : { html: askLeast(words, subject), keyboard: leastButtons(words, monitor) }),
      typed: {
        read: (text) => readPercent(words, text),
        again: (text) => badLeast(words, text),
      },
    })
    await ctx.once((outside) => set(outside, monitor, percent))
  })

  async function set(ctx: BotContext, monitor: MonitorId, percent: Decimal): Promise<void> {
    const { chatKey, words } = ctx
    const least = changeFrom(percent)
    const isFollowed = await chats.follows.setLeastChange(chatKey, monitor, least)
    const subject = titledBy(prices, monitor)
    await showKept(
      ctx,
      isFollowed ? leastSet(words, subject, least) : followAnswer(words, 'notFollowing', subject),
      leastButton(words, monitor),
    )
  }

  const choose: ButtonHandler<'least'> = async (ctx, monitor, { value }) => {
    if (!monitor) return list(ctx)
    if (value === undefined || value === '?') return dialog.enter(ctx, { monitor, isTyped: value === '?' })
    if (![EVERY, ...PERCENTS].includes(value)) return ctx.replyOrEdit(ctx.words.oldButton)
    await set(ctx, monitor, value)
  }

  /** Raises the least change by a step, or takes that back. */
  const less: ButtonHandler<'less'> = async (ctx, monitor, { before }) => {
    const { words, chatState } = ctx
    if (!monitor || (before !== undefined && !isLeast(before))) return ctx.replyOrEdit(words.oldButton)
    const followed = chatState?.told.find((one) => isSameMonitor(one.monitor, monitor))
    if (!followed)
      return showKept(
        ctx,
        followAnswer(words, 'notFollowing', titledBy(prices, monitor)),
        monitorKeyboard(words, monitor, false, await sessions.find(ctx.chatKey, leftField(monitor))),
      )
    await (before === undefined ? raise(ctx, monitor, followed.least) : set(ctx, monitor, before))
  }

  async function raise(ctx: BotContext, monitor: MonitorId, least: Decimal | undefined): Promise<void> {
    const { chatKey, words } = ctx
    const subject = titledBy(prices, monitor)
    const next = PERCENTS.find((percent) => compare(percent, percentOf(least)) > 0)
    if (next === undefined)
      return showKept(ctx, leastIsMost(words, subject, least), leastButton(words, monitor))
    await chats.follows.setLeastChange(chatKey, monitor, next)
    await showKept(
      ctx,
      leastRaised(words, subject, next, least),
      raisedButtons(words, monitor, percentOf(least)),
    )
  }

  const feature = new DialogFeature(access, ADMINISTRATORS, [dialog])
  feature.button('least', choose)
  feature.button('less', less)
  return feature
}

/** A least change as a percentage. */
export const percentOf = (least: Decimal | undefined): string => least ?? EVERY

/** Field of a session: for an hour, the least change in percent of a follow that the chat ended, as a button may follow again. */
export const leftField = (monitor: MonitorId): string => `left ${monitorRef(monitor)}`

/** A least change may be smaller than the percentage of an alert, as it brings no message of its own. */
export const isLeast = (percent: Decimal): boolean =>
  percent === EVERY || (isThreshold('above', false, percent) && compare(percent, PERCENT_BELOW) < 0)

/** What is stored for a least change: nothing for every change. */
export const changeFrom = (percent: Decimal): Decimal | undefined => (percent === EVERY ? undefined : percent)

/** Buttons under a least change that was just raised: to take that back, to raise it further, or to choose. */
const raisedButtons = (words: Words, monitor: MonitorId, before: Decimal): InlineKeyboard =>
  keyboardOf(
    [act(words.undo, 'less', monitor, { before }), act(words.settings.button.lessStill, 'less', monitor)],
    leastButton(words, monitor),
  )

/** Reads a percentage; `0` means every change. */
function readPercent(words: Words, text: string): Decimal | undefined {
  const value = parseValue(text, words.numbers.style)?.value
  return value !== undefined && isLeast(value) ? value : undefined
}

/** Buttons that choose the least change. */
function leastButtons(words: Words, monitor: MonitorId): InlineKeyboard {
  const { button, everyChange } = words.settings
  return keyboardOf(
    [act(capitalized(everyChange), 'least', monitor, { value: EVERY })],
    PERCENTS.map((value) => act(percentFigure(words, value), 'least', monitor, { value })),
    [act(button.other, 'least', monitor, { value: '?' })],
  )
}

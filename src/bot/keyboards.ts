import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { buttonLabels, type Titled } from '../messages/format/titles.ts'
import type { Messages } from '../messages/messages.ts'
import { type MonitorId, monitorName, type Quote } from '../rates/monitor.ts'
import { type Action, formatButtonData } from './button-data.ts'
import type { BotContext } from './context.ts'

/** Passes a price on: by the inline mode where the bot has it, since Telegram refuses the button else; as text to copy. */
export function shareButton(
  { me, messages, now }: Pick<BotContext, 'me' | 'messages' | 'now'>,
  quote: Quote,
): InlineKeyboardButton {
  const { share } = messages.button
  return me.supports_inline_queries
    ? InlineKeyboard.switchInline(share, monitorName(quote.monitor))
    : InlineKeyboard.copyText(share, messages.passedOn(quote, now))
}

/** Passes all prices on; undefined without the inline mode, as there is no text short enough to copy. */
export const shareAllButton = ({
  me,
  messages,
}: Pick<BotContext, 'me' | 'messages'>): InlineKeyboardButton | undefined =>
  me.supports_inline_queries ? InlineKeyboard.switchInline(messages.button.share, '') : undefined

const BUTTONS_MAX = 60
const NARROW = 20

/** A button for each monitor, behind a mark if given; two short ones share a row. */
export function monitorButtons(
  action: Action,
  monitors: readonly Titled[],
  argument = '',
  mark = '',
): InlineKeyboard {
  const shown = monitors.slice(0, BUTTONS_MAX)
  const labels = buttonLabels(shown).map((label) => mark + label)
  const perRow = labels.every((label) => label.length <= NARROW) ? 2 : 1
  const buttons = shown.map(({ monitor }, index) =>
    InlineKeyboard.text(labels[index] ?? '', formatButtonData(action, monitor, argument)),
  )
  return InlineKeyboard.from(chunk(buttons, perRow))
}

/** Under a followed monitor: which changes to tell. */
export const leastButton = ({ settings }: Messages, monitor: MonitorId): InlineKeyboard =>
  new InlineKeyboard().text(settings.button.least, formatButtonData('least', monitor))

/** Under what was said of one monitor: see it, follow or drop it, see all. */
export function monitorKeyboard({ button }: Messages, monitor: MonitorId, follows: boolean): InlineKeyboard {
  const change: Action = follows ? 'unfollow' : 'follow'
  return new InlineKeyboard()
    .text(button.see, formatButtonData('rate', monitor))
    .text(button[change], formatButtonData(change, monitor))
    .row()
    .text(button.rates, formatButtonData('rates'))
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

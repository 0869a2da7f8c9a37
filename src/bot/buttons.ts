import { createHash } from 'node:crypto'
import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Decimal } from '../domain/decimal.ts'
import { type MonitorId, monitorRef, type Quote } from '../domain/monitor.ts'
import { type Found, lookUp, notFound, type Prices } from '../prices/prices.ts'
import {
  type Action,
  codeOf,
  formatButtonData,
  formatFields,
  type Given,
  unlessTooLong,
} from '../telegram/button-data.ts'
import { buttonLabels, type Titled } from '../words/price.ts'
import type { Words } from '../words/words.ts'
import type { BotContext } from './context.ts'

/** Buttons side by side; those that are not there are left out. */
type Row = readonly (InlineKeyboardButton | undefined | false)[]

/** A keyboard of rows and of other keyboards, without rows that are empty. */
export const keyboardOf = (...parts: readonly (Row | InlineKeyboard | undefined | false)[]): InlineKeyboard =>
  InlineKeyboard.from(
    parts
      .flatMap((part): readonly Row[] =>
        part && 'inline_keyboard' in part ? part.inline_keyboard : [part || []],
      )
      .map((row) => row.filter((button) => button !== undefined && button !== false))
      .filter((row) => row.length > 0),
  )

/** A button that does something, with the fields of its action; undefined where they are too long for a button. */
export function act<A extends Action>(
  caption: string,
  action: A,
  monitor?: MonitorId,
  fields?: Given<A>,
): InlineKeyboardButton | undefined {
  const data = unlessTooLong(formatButtonData(action, monitor, fields))
  return data === undefined ? undefined : InlineKeyboard.text(caption, data)
}

const FINGERPRINT_LENGTH = 8

/** A short hash of the prices above a refresh button: the same hash means that nothing changed. */
export function fingerprintOf(quotes: readonly Quote[]): string {
  const shown = quotes.map(({ monitor, price, lastUpdate, stale }) => [
    monitorRef(monitor),
    price,
    lastUpdate,
    stale,
  ])
  return fingerprintOfText(JSON.stringify(shown))
}

/** A short hash of the text above a refresh button. */
export const fingerprintOfText = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH)

/** Whether messages have buttons to share them: a channel is there to be read. */
export const isShareable = ({ chat }: Partial<Pick<BotContext, 'chat'>>): boolean => chat?.type !== 'channel'

/** The button under a result that writes it as plain text for other chats. */
export const shareButton = (
  ctx: Pick<BotContext, 'words'> & Partial<Pick<BotContext, 'chat'>>,
  isBill = false,
): InlineKeyboardButton | undefined =>
  isShareable(ctx) ? act(ctx.words.button.share, 'share', undefined, { isBill }) : undefined

/** A list of monitors in a keyboard, of which so many buttons are shown at once. */
export interface MonitorList<A extends Action = Action> {
  readonly action: A
  /** The fields of every button, where they have any. */
  readonly fields?: Given<A>
  /** At most so many, the one that shows the next ones included; five, if not given. */
  readonly buttonsMax?: number
}

/** One less than a message has, so that another one may stand below the list. */
export const LISTED_MAX = 5
/** Buttons under one message, so that it fits the screen of a phone. */
export const BUTTONS_MAX = 6

/** The buttons of a list from one monitor on, with one for the next ones where not all are shown; after the last come the first. */
export function listedButtons<A extends Action>(
  { button }: Pick<Words, 'button'>,
  { action, fields = {} as Given<A>, buttonsMax = LISTED_MAX }: MonitorList<A>,
  monitors: readonly Titled[],
  at = 0,
): InlineKeyboard {
  if (monitors.length <= buttonsMax) return monitorButtons(action, monitors, fields)
  const from = at < monitors.length ? at : 0
  const size = buttonsMax - 1
  const next = from + size < monitors.length ? from + size : 0
  const rest = formatFields(action, fields)
  const more = { code: codeOf(action), buttonsMax, at: next, rest: rest || undefined }
  const shown = monitorButtons(action, monitors.slice(from, from + size), fields)
  return keyboardOf(shown, [act(button.more, 'more', undefined, more)])
}

/** Buttons that leave a question: back to the one before, where there is one, and to end the dialog. */
export const leaveButtons = (
  { button }: Pick<Words, 'button'>,
  back?: string,
  fields?: Given<'cancel'>,
): InlineKeyboard =>
  keyboardOf([
    back !== undefined && InlineKeyboard.text(button.previous, back),
    act(button.cancel, 'cancel', undefined, fields),
  ])

const NARROW = 20

/** A button for each monitor, with the same fields for all or each its own; two short ones share a row. */
export function monitorButtons<A extends Action>(
  action: A,
  monitors: readonly Titled[],
  fields?: Given<A> | ((monitor: MonitorId) => Given<A>),
): InlineKeyboard {
  const shown = monitors.slice(0, BUTTONS_MAX)
  const labels = buttonLabels(shown)
  const perRow = labels.every((label) => label.length <= NARROW) ? 2 : 1
  const buttons = shown.map(({ monitor }, index) =>
    act(labels[index] ?? '', action, monitor, typeof fields === 'function' ? fields(monitor) : fields),
  )
  return keyboardOf(...inRows(buttons, perRow))
}

/** Shows what is kept of a chat; while the chat is sent nothing, that is said above it, with a button to end it. */
export function showKept(
  { chatState, words, replyOrEdit }: Pick<BotContext, 'chatState' | 'words' | 'replyOrEdit'>,
  html: string,
  keyboard?: InlineKeyboard,
): Promise<void> {
  if (!chatState?.isGone) return replyOrEdit(html, keyboard)
  const { off, button } = words.settings
  return replyOrEdit(`${off}\n\n${html}`, keyboardOf([act(button.resume, 'resume')], keyboard))
}

/** Button under a followed monitor: chooses the least change that the chat is notified of. */
export const leastButton = ({ settings }: Words, monitor: MonitorId): InlineKeyboard =>
  keyboardOf([act(settings.button.least, 'least', monitor)])

/** Buttons under a message about one monitor: show its price, follow or unfollow it, show all prices. `least` is the least change with which the chat followed it before. */
export function monitorKeyboard(
  { button }: Words,
  monitor: MonitorId,
  follows: boolean,
  least?: Decimal,
): InlineKeyboard {
  const change = follows ? 'unfollow' : 'follow'
  return keyboardOf(
    [act(button.see, 'rate', monitor), act(button[change], change, monitor, { least })],
    [act(button.rates, 'rates')],
  )
}

/** The monitor that a name means; else says that there is none, with a button for each of a similar name where these do something, and returns undefined. */
export async function findOrSay<A extends Action>(
  { words, preferred, replyOrEdit }: Pick<BotContext, 'words' | 'preferred' | 'replyOrEdit'>,
  prices: Prices,
  name: string,
  similar?: Pick<MonitorList<A>, 'action' | 'fields'>,
): Promise<Extract<Found, { kind: 'one' }> | undefined> {
  const found = await lookUp(prices, name, preferred)
  if (found.kind === 'one') return found
  const near = similar ? found.near.map(({ quote }) => quote) : []
  const keyboard = similar && near.length > 0 && monitorButtons(similar.action, near, similar.fields)
  await replyOrEdit(notFound(words, prices, name, near.length > 0), keyboard || undefined)
  return undefined
}

/** Buttons in rows of a size; the last row may be shorter. */
export function inRows<Button>(buttons: readonly Button[], size: number): Button[][] {
  const count = Math.ceil(buttons.length / size)
  return Array.from({ length: count }, (_, row) => buttons.slice(row * size, (row + 1) * size))
}

import type { BotContext } from '../../bot/context.ts'
import {
  ask,
  type DialogContext,
  type DialogConversation,
  defineDialog,
  type Question,
} from '../../bot/dialogs/dialog.ts'
import { type Alert, gapSignal, type Signal } from '../../chats/alert.ts'
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { parseValue } from '../../language/amounts.ts'
import type { Amount } from '../../language/tokens.ts'
import { newestOfAll } from '../../prices/prices.ts'
import { monitorsOfHashes } from '../../telegram/button-data.ts'
import {
  type AlertParts,
  type AskedValue,
  alertOf,
  askWhetherFar,
  createAlert,
  directionTo,
  editAlert,
  isFar,
  isThreshold,
  signalOf,
  subjectOf,
  viewOf,
} from './alert.ts'
import {
  type About,
  alertData,
  kindButtons,
  listData,
  oftenButtons,
  type Step,
  signalButtons,
  valueButtons,
} from './buttons.ts'
import {
  badAlertValue,
  howOftenQuestion,
  isGap,
  newValueQuestion,
  type Subject,
  valueQuestion,
  whenQuestion,
} from './text.ts'

/** What the button that begins the dialog carries: all that was chosen for a new alert so far, or the number of an alert that gets another value. */
interface Draft extends Step {
  readonly monitor?: MonitorId | undefined
  readonly id?: number
}

/** What a draft is about; `edited` is the alert that gets another value. */
interface Known {
  readonly about: About
  readonly signal: Signal
  readonly subject: Subject
  readonly edited?: { readonly alert: Alert; readonly kind: AlertKind; readonly value: Decimal }
}

type Typed = Amount & { readonly kind: AlertKind }

/**
 * Asks one question about an alert, or makes it. Each button carries all earlier choices and begins the dialog again, so a
 * button of an old message works too; the dialog itself waits for what is typed.
 */
export function createAlertDialog(parts: AlertParts) {
  const { prices, chats } = parts

  return defineDialog<Draft>('alert', async (conversation, ctx, draft) => {
    const { words } = ctx
    if (isAboutNothing(draft)) return askWhat(conversation, ctx)
    const known = await ctx.once((outside) => find(outside, draft))
    if (!known) return ctx.replyOrEdit(draft.id === undefined ? words.oldButton : words.alerts.gone)

    const chosen = { ...draft, ...(known.edited && { kind: known.edited.kind }) }
    const typed = isOpen(chosen) ? await ask(conversation, ctx, openQuestion(ctx, chosen, known)) : undefined
    const asked = askedValue(known.subject, { ...chosen, ...typed })
    if (!asked) return ctx.replyOrEdit(words.oldButton)
    if (typed && isFar(asked)) return askWhetherFar(ctx, asked, dataFor(known, asked.kind))
    await finish(conversation, ctx, draft, { ...known, asked })
  })

  /** Changes the alert, or makes it once it is known how often it triggers. */
  async function finish(
    conversation: DialogConversation,
    ctx: DialogContext,
    { monitor: _, isGap: _gap, pair: _pair, byPercent: _percent, ...chosen }: Draft,
    { about, signal, edited, asked }: Known & { readonly asked: AskedValue },
  ): Promise<void> {
    const { kind, value, otherReading } = asked
    if (edited) return ctx.once((outside) => editAlert(parts, outside, edited.alert, { value, otherReading }))
    const alert = { ...chosen, kind, value, signal }
    if (chosen.once !== undefined) return ctx.once((outside) => createAlert(parts, outside, alert))
    await ask(conversation, ctx, {
      html: howOftenQuestion(ctx.words, asked),
      keyboard: oftenButtons(ctx.words, about, alert),
    })
  }

  async function askWhat(conversation: DialogConversation, ctx: DialogContext): Promise<void> {
    const quotes = await ctx.once(async () => (await newestOfAll(prices)).map(({ quote }) => quote))
    if (quotes.length === 0) return ctx.replyOrEdit(ctx.words.noPrices)
    const hasGap = await ctx.once(() => signalOf(prices) !== undefined)
    await ask(conversation, ctx, {
      html: ctx.words.alerts.aboutWhat,
      keyboard: signalButtons(ctx.words, quotes, hasGap),
    })
  }

  /** Undefined if there is no such alert, no usual gap, no monitor of the pair, or no price. */
  async function find(ctx: BotContext, { id, monitor, pair }: Draft): Promise<Known | undefined> {
    const about = { monitor, pair }
    if (id !== undefined) {
      const alert = await alertOf(chats, ctx, id)
      const view = alert && viewOf(prices, alert)
      if (!alert || !view) return undefined
      const { subject, kind, value } = view
      return { about, signal: alert.signal, subject, edited: { alert, kind, value } }
    }
    const signal = pair === undefined ? signalOf(prices, monitor) : signalOfPair(pair)
    const subject = signal === undefined ? undefined : subjectOf(prices, signal)
    return signal === undefined || !subject ? undefined : { about, signal, subject }
  }

  function signalOfPair(pair: string): Signal | undefined {
    const known = prices.all().map(({ quote }) => quote.monitor)
    const [first, second] = monitorsOfHashes(pair, known) ?? []
    return first && second && gapSignal(first, second)
  }
}

const isAboutNothing = ({ monitor, isGap, id }: Draft): boolean => !monitor && !isGap && id === undefined

/** Whether the kind or the value is not chosen yet; `?` is a value to be typed. */
const isOpen = ({ kind, value }: Draft): boolean => kind === undefined || value === undefined || value === '?'

/** Asks for the value; before the kind is chosen for the kind, where a typed price says it by the side of the price now on which it lies. */
function openQuestion(
  { words, isPrivate }: DialogContext,
  { kind, value, byPercent }: Draft,
  known: Known,
): Question<Typed> {
  const { about, subject, edited } = known
  const typed = {
    read(text: string): Typed | undefined {
      if (!kind && !isGap(subject) && text.includes('%')) return undefined
      const amount = parseValue(text, words.numbers.style)
      const read = amount && { ...amount, kind: kind ?? directionTo(subject, amount.value) }
      return read && isThreshold(read.kind, isGap(subject), read.value) ? read : undefined
    },
    again: (text: string) => badAlertValue(words, text, kind ?? 'above'),
    isOptional: kind === undefined,
  }
  if (!kind)
    return { html: whenQuestion(words, subject), keyboard: kindButtons(words, about, byPercent), typed }
  const html = (canType: boolean): string =>
    edited
      ? newValueQuestion(words, { ...edited, subject }, canType)
      : valueQuestion(words, subject, kind, canType)
  if (value === '?') {
    const back = edited ? listData('edit', edited.alert.id) : alertData(about, { kind })
    const { typeHere, typeIt } = words.alerts
    return { html: `${html(false)}\n${isPrivate ? typeHere : typeIt}`, typed, back }
  }
  const back = edited
    ? listData('show', edited.alert.id)
    : alertData(about, { byPercent: ALERT_KINDS[kind].isMove })
  const values = { kind, subject, except: edited?.value }
  return { html: html(isPrivate), keyboard: valueButtons(words, values, dataFor(known, kind), back), typed }
}

/** The data of a button for a value; `?` is one to be typed. */
const dataFor =
  ({ about, edited }: Known, kind: AlertKind) =>
  (value: Decimal | '?'): string =>
    edited ? listData('setValue', edited.alert.id, value) : alertData(about, { kind, value })

/** Undefined for data that no button of ours has: a percentage is of a price only. */
function askedValue(
  subject: Subject,
  { kind, value, otherReading }: Draft & Partial<Amount>,
): AskedValue | undefined {
  if (!kind || value === undefined || !isThreshold(kind, isGap(subject), value)) return undefined
  return ALERT_KINDS[kind].isMove && isGap(subject) ? undefined : { subject, kind, value, otherReading }
}

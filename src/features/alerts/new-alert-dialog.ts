import type { BotContext } from '../../bot/context.ts'
import { ask, type DialogContext, type DialogConversation, defineDialog } from '../../bot/dialogs/dialog.ts'
import { gapSignal, type Signal } from '../../chats/alert.ts'
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { parseValue } from '../../language/amounts.ts'
import type { GapNames } from '../../prices/gap-pair.ts'
import { newestOfAll } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import { monitorOf, monitorsOfHashes } from '../../telegram/button-data.ts'
import {
  type AlertChats,
  createAlert,
  directionTo,
  isThreshold,
  signalOf,
  subjectOf,
  viewOf,
} from './alert.ts'
import { askWhetherFar, isFar } from './far.ts'
import { kindButtons, newValueButtons, oftenButtons, signalButtons } from './keyboards.ts'
import { badAlertValue, howOftenQuestion, typeIt, valueQuestion, whenQuestion } from './list-text.ts'
import { type About, alertData, parseStep, type Step } from './step.ts'
import { suggestValues } from './suggestions.ts'
import type { Subject } from './text.ts'

export interface NewAlertOptions {
  readonly prices: Prices
  readonly chats: AlertChats
  readonly gapNames?: GapNames | undefined
}

/** What was chosen by the button that begins the dialog. */
interface Start extends Step {
  readonly monitor?: MonitorId | undefined
}

/** The alert while it is made. Without a monitor it is about the gap. */
interface Draft {
  readonly about: About
  readonly signal: Signal
  readonly subject: Subject
}

/** What the alert is to watch; the value may be open yet. */
interface When {
  readonly kind: AlertKind
  readonly value?: Decimal | '?' | undefined
}

type Valued = Step & { readonly kind: AlertKind; readonly value: Decimal }

/** Asks for a new alert, step by step. A button that carries earlier choices begins after them, so one of an old message works too. */
export function createNewAlertDialog({ prices, chats, gapNames }: NewAlertOptions) {
  return defineDialog<Start>('new-alert', async (conversation, ctx, start) => {
    const { monitor, pair } = start.monitor || start.isGap ? start : await askWhat(conversation, ctx)
    const draft = await ctx.once(() => draftOf({ monitor, pair }))
    if (!draft) return ctx.replyOrEdit(ctx.words.oldButton)

    const when: When = start.kind ? { ...start, kind: start.kind } : await askWhen(conversation, ctx, draft)
    const { kind } = when
    const value = await chooseValue(conversation, ctx, draft, when)
    if (!isFit(draft, kind, value)) return ctx.replyOrEdit(ctx.words.oldButton)
    const asked = { subject: draft.subject, kind, value }
    // The button of a far value carries it, and begins here again.
    if (start.value !== value && isFar(asked))
      return askWhetherFar(ctx, asked, (one) => alertData(draft.about, { kind, value: one }))

    const step: Valued = { ...start, ...(!monitor && { isGap: true }), kind, value }
    const once = start.once ?? (await askHowOften(conversation, ctx, draft, step))
    await ctx.once((outside) => make(outside, draft, { ...step, once }))
  })

  async function askWhat(conversation: DialogConversation, ctx: DialogContext): Promise<Start> {
    const quotes = await ctx.once(async () => (await newestOfAll(prices)).map(({ quote }) => quote))
    if (quotes.length === 0) {
      await ctx.replyOrEdit(ctx.words.noPrices)
      return conversation.halt()
    }
    const hasGap = await ctx.once(() => signalOf(prices, undefined, gapNames) !== undefined)
    const monitors = quotes.map((quote) => quote.monitor)
    return ask(conversation, ctx, {
      html: ctx.words.alerts.aboutWhat,
      keyboard: signalButtons(ctx.words, quotes, hasGap),
      pressed: (buttonData) => ({
        ...parseStep(buttonData.argument),
        monitor: monitorOf(buttonData, monitors),
      }),
    })
  }

  /** Undefined if there is no usual gap, no monitor of the pair, or no signal for that monitor. */
  function draftOf(about: About): Draft | undefined {
    const signal =
      about.pair === undefined ? signalOf(prices, about.monitor, gapNames) : signalOfPair(about.pair)
    const subject = signal === undefined ? undefined : subjectOf(prices, signal)
    return signal === undefined || !subject ? undefined : { about, signal, subject }
  }

  function signalOfPair(pair: string): Signal | undefined {
    const known = prices.all().map(({ quote }) => quote.monitor)
    const [first, second] = monitorsOfHashes(pair, known) ?? []
    return first && second && gapSignal(first, second)
  }

  async function askHowOften(
    conversation: DialogConversation,
    ctx: DialogContext,
    { about, signal }: Draft,
    step: Valued,
  ): Promise<boolean> {
    const html = await ctx.once(() => {
      const view = viewOf(prices, { ...step, signal })
      return view && howOftenQuestion(ctx.words, view)
    })
    if (html === undefined) return conversation.halt()
    return ask(conversation, ctx, {
      html,
      keyboard: oftenButtons(ctx.words, about, step),
      pressed: ({ argument }) => parseStep(argument)?.once,
    })
  }

  function make(
    ctx: BotContext,
    { signal }: Draft,
    { kind, value, once, cooldownSeconds, until, paused }: Valued,
  ): Promise<void> {
    return createAlert({ prices, chats }, ctx, {
      signal,
      kind,
      value,
      once: once ?? false,
      ...(paused && { paused }),
      ...(cooldownSeconds !== undefined && { cooldownSeconds }),
      ...(until !== undefined && { until }),
    })
  }
}

/** The value that was chosen, pressed or typed. */
async function chooseValue(
  conversation: DialogConversation,
  ctx: DialogContext,
  draft: Draft,
  { kind, value }: When,
): Promise<Decimal> {
  const first = value ?? (await askValue(conversation, ctx, draft, kind))
  return first === '?' ? askForValue(conversation, ctx, draft, kind) : first
}

/** The kind is pressed; a price that is typed instead says the kind too, by the side of the price now on which it lies. */
function askWhen(
  conversation: DialogConversation,
  ctx: DialogContext,
  { about, subject }: Draft,
): Promise<When> {
  const { words } = ctx
  const read = (text: string): When | undefined => {
    if (about.monitor && text.includes('%')) return undefined
    const value = parseValue(text, words.numbers.style)?.value
    if (value === undefined) return undefined
    const kind = directionTo(subject, value)
    return isThreshold(kind, !about.monitor, value) ? { kind, value } : undefined
  }
  return ask<When>(conversation, ctx, {
    html: whenQuestion(words, subject),
    keyboard: kindButtons(words, about),
    pressed({ argument }) {
      const kind = parseStep(argument)?.kind
      return kind && { kind }
    },
    typed: { read, again: (text) => badAlertValue(words, text, 'above'), isOptional: true },
  })
}

/** Returns `?` where the value is to be typed, in a group by a reply. */
function askValue(
  conversation: DialogConversation,
  ctx: DialogContext,
  draft: Draft,
  kind: AlertKind,
): Promise<Decimal | '?'> {
  const { about, subject } = draft
  const isGap = about.monitor === undefined
  const values = suggestValues(kind, isGap, subject.now)
  return ask(conversation, ctx, {
    html: valueQuestion(ctx.words, subject, kind, ctx.isPrivate),
    keyboard: newValueButtons(ctx.words, about, { kind, isGap, values }),
    pressed: ({ argument }) => parseStep(argument)?.value,
    typed: typedValue(ctx, draft, kind),
  })
}

function askForValue(
  conversation: DialogConversation,
  ctx: DialogContext,
  draft: Draft,
  kind: AlertKind,
): Promise<Decimal> {
  const { words, isPrivate } = ctx
  const back = alertData(draft.about, { kind })
  const html = `${valueQuestion(words, draft.subject, kind, false)}\n${typeIt(words, isPrivate)}`
  return ask(conversation, ctx, { html, typed: typedValue(ctx, draft, kind), back })
}

const typedValue = ({ words }: DialogContext, draft: Draft, kind: AlertKind) => ({
  read(text: string): Decimal | undefined {
    const value = parseValue(text, words.numbers.style)?.value
    return value !== undefined && isThreshold(kind, !draft.about.monitor, value) ? value : undefined
  },
  again: (text: string): string => badAlertValue(words, text, kind),
})

/** False for data that no button of ours has: a percentage is of a price only. */
const isFit = ({ about: { monitor } }: Draft, kind: AlertKind, value: Decimal): boolean =>
  isThreshold(kind, !monitor, value) && !(ALERT_KINDS[kind].isMove && !monitor)

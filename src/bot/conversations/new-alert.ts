import type { AlertKind } from '../../chats/alert.ts'
import type { Signal } from '../../chats/signal.ts'
import type { Subject } from '../../messages/alert.ts'
import type { Decimal } from '../../rates/decimal.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import { createAlert } from '../alerts/create-alert.ts'
import type { KeptAlerts } from '../alerts/kept-alerts.ts'
import { kindButtons, newValueButtons, oftenButtons, signalButtons } from '../alerts/keyboards.ts'
import { formatStep, parseStep, type Step } from '../alerts/step.ts'
import { signalOf, subjectOf, viewOf } from '../alerts/subjects.ts'
import { suggestValues } from '../alerts/suggest.ts'
import { isThreshold } from '../alerts/threshold.ts'
import { formatPress } from '../callback-data.ts'
import type { Handle, TypedHandle } from '../command.ts'
import type { GapNames } from '../gap-pair.ts'
import { parseValue } from '../grammar/value-line.ts'
import { newestOfAll, type Prices } from '../look-up.ts'
import type { Turn } from '../turn.ts'
import { askForText, offer } from './ask.ts'
import type { Questions } from './questions.ts'

export interface AlertParts {
  readonly prices: Prices
  readonly chats: KeptAlerts
  readonly questions: Questions
  readonly gapNames?: GapNames | undefined
}

/** What is known of an alert that is being made. */
interface Draft {
  readonly monitor: MonitorId | undefined
  readonly signal: Signal
  readonly subject: Subject
}

/** Leads to a new alert: what to watch, when to tell, which value (by a button or typed), how often. */
export function createNewAlert({ prices, chats, questions, gapNames }: AlertParts) {
  async function askSignal(turn: Turn): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    if (quotes.length === 0) return turn.answer(turn.messages.noPrices)
    const hasGap = signalOf(prices, undefined, gapNames) !== undefined
    await turn.answer(turn.messages.alerts.aboutWhat, signalButtons(turn.messages, quotes, hasGap))
  }

  const askKind = (turn: Turn, { monitor, subject }: Draft): Promise<void> =>
    turn.answer(turn.messages.alerts.when(subject), kindButtons(turn.messages, monitor))

  const pressOf = ({ monitor }: Draft, kind: AlertKind): string =>
    formatPress('alert', monitor, formatStep({ ...(!monitor && { isGap: true }), kind }))

  async function askValue(turn: Turn, draft: Draft, kind: AlertKind): Promise<void> {
    const { monitor, subject } = draft
    const isGap = monitor === undefined
    const values = suggestValues(kind, isGap, subject.now)
    await offer(questions, turn, {
      html: turn.messages.alerts.whichValue(subject, kind, turn.isPrivate),
      keyboard: newValueButtons(turn.messages, monitor, { kind, isGap, values }),
      press: pressOf(draft, kind),
    })
  }

  async function askForValue(turn: Turn, draft: Draft, kind: AlertKind): Promise<void> {
    const { whichValue, typeIt } = turn.messages.alerts
    const html = `${whichValue(draft.subject, kind, false)}\n${typeIt(turn.isPrivate)}`
    await askForText(questions, turn, html, pressOf(draft, kind))
  }

  async function askHowOften(turn: Turn, { monitor, signal }: Draft, step: Step & Valued): Promise<void> {
    const view = viewOf(prices, { ...step, signal })
    if (view)
      await turn.answer(turn.messages.alerts.howOften(view), oftenButtons(turn.messages, monitor, step))
  }

  async function go(turn: Turn, draft: Draft, step: Step): Promise<void> {
    const { kind, value, once, cooldownSeconds, until } = step
    if (!kind) return askKind(turn, draft)
    if (value === undefined) return askValue(turn, draft, kind)
    if (value === '?') return askForValue(turn, draft, kind)
    const isFit = isThreshold(kind, !draft.monitor, value) && !(kind === 'percent' && !draft.monitor)
    if (!isFit) return turn.answer(turn.messages.oldButton)
    if (once === undefined) return askHowOften(turn, draft, { ...step, kind, value })
    await createAlert({ prices, chats }, turn, {
      signal: draft.signal,
      kind,
      value,
      once,
      ...(cooldownSeconds !== undefined && { cooldownSeconds }),
      ...(until !== undefined && { until }),
    })
  }

  /** What a button speaks of; undefined where it is none of ours, or its monitor has no price any more. */
  function draftOf(monitor: MonitorId | undefined): Draft | undefined {
    const signal = signalOf(prices, monitor, gapNames)
    const subject = signal === undefined ? undefined : subjectOf(prices, signal)
    return signal === undefined || !subject ? undefined : { monitor, signal, subject }
  }

  const pressed: Handle = async (turn, monitor, argument) => {
    const step = parseStep(argument)
    if (step && !monitor && !step.isGap) return askSignal(turn)
    const draft = draftOf(monitor)
    await (step && draft ? go(turn, draft, step) : turn.answer(turn.messages.oldButton))
  }

  const typed: TypedHandle = async (turn, monitor, argument, text) => {
    const kind = parseStep(argument)?.kind
    const draft = draftOf(monitor)
    if (!kind || !draft) return turn.answer(turn.messages.oldButton)
    const amount = parseValue(text, turn.messages.numbers)
    if (!amount || !isThreshold(kind, !monitor, amount.value))
      return askForText(questions, turn, turn.messages.alerts.badValue(text), pressOf(draft, kind))
    await askHowOften(turn, draft, { ...(!monitor && { isGap: true }), kind, value: amount.value })
  }

  return { askSignal, pressed, typed }
}

interface Valued {
  readonly kind: AlertKind
  readonly value: Decimal
}

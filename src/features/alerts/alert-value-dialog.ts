import type { BotContext } from '../../bot/context.ts'
import { ask, defineDialog } from '../../bot/dialogs/dialog.ts'
import type { Alert } from '../../chats/alert.ts'
import { isAlertKind } from '../../domain/alert-kinds.ts'
import { compare, type Decimal } from '../../domain/decimal.ts'
import type { NumberStyle } from '../../domain/number-format.ts'
import type { Amount } from '../../language/amounts.ts'
import { parseValue } from '../../language/amounts.ts'
import type { Prices } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { resumedToo } from '../start/resumed.ts'
import { type AlertChats, currentAlerts, isThreshold, seenBy, viewOf } from './alert.ts'
import { askWhetherFar, isFar } from './far.ts'
import { createdButtons, editValueButtons, valueData } from './keyboards.ts'
import { badAlertValue, createdAlert, newValueQuestion, typeIt } from './list-text.ts'
import { suggestValues } from './suggestions.ts'
import type { AlertView } from './text.ts'

interface Start {
  readonly id: number
  /** The value of the button; `?` to type one, undefined if it has none. */
  readonly value?: Decimal
}

const VALUE_BUTTON = /^v\d{1,3}:(.+)$/

/** Asks for another value of an alert. */
export function createAlertValueDialog(prices: Pick<Prices, 'latest'>, chats: AlertChats) {
  return defineDialog<Start>('alert-value', async (conversation, ctx, { id, value }) => {
    const { words, isPrivate } = ctx
    const before = await ctx.once((outside) => find(outside, id))
    if (!before) return ctx.replyOrEdit(words.alerts.gone)
    const { alert, view } = before
    const typed = {
      read: (text: string) => parseFit(alert, text, words.numbers.style),
      again: (text: string) => badAlertValue(words, text, view.kind),
    }

    const pressed: Amount =
      value !== undefined
        ? { value }
        : await ask(conversation, ctx, {
            html: newValueQuestion(words, view, isPrivate),
            keyboard: editValueButtons(words, id, suggestionsFor(view)),
            pressed: ({ argument }) => amountOf(VALUE_BUTTON.exec(argument)?.[1]),
            typed,
          })
    const html = `${newValueQuestion(words, view, false)}\n${typeIt(words, isPrivate)}`
    const back = formatButtonData('alerts', undefined, `e${id}`)
    const amount = pressed.value === '?' ? await ask(conversation, ctx, { html, typed, back }) : pressed
    const asked = { subject: view.subject, kind: view.kind, ...amount }
    // The button of a far value carries it, and begins here again.
    if (value !== amount.value && isFar(asked)) return askWhetherFar(ctx, asked, (one) => valueData(id, one))
    if (!isFit(alert, amount.value)) return ctx.replyOrEdit(words.oldButton)
    await ctx.once((outside) => setValue(outside, alert, amount))
  })

  async function find(ctx: BotContext, id: number): Promise<{ alert: Alert; view: AlertView } | undefined> {
    const alert = (await currentAlerts(chats, ctx.chatKey, ctx.now)).find((one) => one.id === id)
    const view = alert && viewOf(prices, alert)
    return alert && view && { alert, view }
  }

  async function setValue(
    ctx: BotContext,
    { id, signal }: Alert,
    { value, otherReading }: Amount,
  ): Promise<void> {
    const edited = await chats.alerts.edit(ctx.chatKey, id, { value }, seenBy(prices, signal))
    const after = edited && (await find(ctx, id))
    if (!after) return ctx.replyOrEdit(ctx.words.alerts.gone)
    const html = createdAlert(ctx.words, {
      alert: after.view,
      isEdited: true,
      also: resumedToo(ctx, prices, { alert: id }),
      ...(otherReading !== undefined && { otherReading }),
      now: ctx.now,
    })
    await ctx.replyOrEdit(html, createdButtons(ctx.words, after.view))
  }
}

/** Values to offer, without the present one. */
function suggestionsFor({ kind, subject, value }: AlertView) {
  const isGap = subject.titles.length > 1
  const values = suggestValues(kind, isGap, subject.now).filter((one) => compare(one, value) !== 0)
  return { kind, isGap, values }
}

const amountOf = (value: Decimal | undefined): Amount | undefined =>
  value === undefined ? undefined : { value }

const isFit = ({ kind, signal }: Alert, value: Decimal): boolean =>
  isAlertKind(kind) && isThreshold(kind, signal.includes('/'), value)

function parseFit(alert: Alert, text: string, numbers?: NumberStyle): Amount | undefined {
  const amount = parseValue(text, numbers)
  return amount && isFit(alert, amount.value) ? amount : undefined
}

import type { Alert } from '../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../chats/alerts.ts'
import type { NumberStyle } from '../../rates/amount.ts'
import { dayOf } from '../../rates/caracas.ts'
import { compare, type Decimal } from '../../rates/decimal.ts'
import { monitorName } from '../../rates/monitor.ts'
import { currentAlerts } from '../alerts/kept-alerts.ts'
import { createdButtons, editValueButtons, listButtons, PAGE_SIZE } from '../alerts/keyboards.ts'
import { seenBy, viewOf } from '../alerts/subjects.ts'
import { suggestValues } from '../alerts/suggest.ts'
import { isThreshold } from '../alerts/threshold.ts'
import { createTypedAlert } from '../alerts/typed-alert.ts'
import { formatPress } from '../callback-data.ts'
import type { Command, Handle, TypedHandle } from '../command.ts'
import { askForText, offer } from '../conversations/ask.ts'
import { type AlertParts, createNewAlert } from '../conversations/new-alert.ts'
import { parseAlert } from '../grammar/alert-line.ts'
import type { ReadAlert } from '../grammar/alert-wish.ts'
import { parseValue } from '../grammar/value-line.ts'
import { knowsOf, newestOfAll } from '../look-up.ts'
import { preferredBy } from '../preferred.ts'
import type { Turn } from '../turn.ts'

const PRESS = /^(?:([prde])(\d{1,3})|l(\d{1,3})|v(\d{1,3}):(.*))?$/

/** `/alerts usd > 900` makes an alert; `/alerts` lists them, with buttons to pause, change and delete, and for a new one. */
export function createAlertsCommand(parts: AlertParts): Command {
  const { prices, chats, questions } = parts
  const conversation = createNewAlert(parts)
  const makeTyped = createTypedAlert(parts)

  async function list(turn: Turn, from = 0): Promise<void> {
    await newestOfAll(prices)
    const all = await currentAlerts(chats, turn.chat, turn.now)
    const at = from < all.length ? from : Math.max(0, from - PAGE_SIZE)
    const shown = all.slice(at, at + PAGE_SIZE)
    const alerts = shown.flatMap((alert) => viewOf(prices, alert) ?? [])
    const html = turn.messages.alerts.list({
      alerts,
      count: all.length,
      max: ALERTS_PER_CHAT_MAX,
      now: turn.now,
    })
    await turn.answer(html, listButtons(turn.messages, shown, { at, count: all.length }))
  }

  /** The page of the list on which an alert stands. */
  async function listAround(turn: Turn, id: number): Promise<void> {
    const all = await currentAlerts(chats, turn.chat, turn.now)
    const before = all.filter((alert) => alert.id < id).length
    await list(turn, before - (before % PAGE_SIZE))
  }

  async function run(turn: Turn, argument: string): Promise<void> {
    if (argument === '') return list(turn)
    const read = readLine(turn, argument)
    if (read.kind === 'alert') return makeTyped(turn, read.wish)
    const [example] = await newestOfAll(prices)
    await turn.answer(
      turn.messages.alerts.fault({ fault: read.reason, word: read.word, example: example?.quote }),
    )
  }

  /** Where no monitor is named, the one that the chat prefers is meant. */
  function readLine(turn: Turn, line: string): ReadAlert {
    const options = {
      numbers: turn.messages.numbers,
      knows: (words: string) => knowsOf(prices, words),
      isName: (word: string) => prices.find(word).length > 0,
    }
    const read = parseAlert(line, dayOf(turn.now), options)
    const [own] = preferredBy(turn.kept)
    const isUnnamed = own && read.kind === 'unreadable' && read.reason === 'no_signal'
    return isUnnamed ? parseAlert(`${monitorName(own)} ${line}`, dayOf(turn.now), options) : read
  }

  const alertOf = async (turn: Turn, id: number): Promise<Alert | undefined> =>
    (await currentAlerts(chats, turn.chat, turn.now)).find((alert) => alert.id === id)

  async function pause(turn: Turn, id: number, paused: boolean): Promise<string | undefined> {
    const isDone = await chats.pauseAlert(turn.chat, id, paused)
    await listAround(turn, id)
    return isDone ? undefined : turn.messages.alerts.gone
  }

  async function remove(turn: Turn, id: number): Promise<string | undefined> {
    const isDone = await chats.removeAlert(turn.chat, id)
    await listAround(turn, id)
    return isDone ? turn.messages.alerts.deleted : turn.messages.alerts.gone
  }

  const pressOf = (id: number): string => formatPress('alerts', undefined, `v${id}:`)

  async function edit(turn: Turn, id: number, isTyped: boolean): Promise<string | undefined> {
    const alert = await alertOf(turn, id)
    const view = alert && viewOf(prices, alert)
    if (!view) return sayGone(turn, id)
    const { newValue, typeIt } = turn.messages.alerts
    if (isTyped) {
      await askForText(questions, turn, `${newValue(view, false)}\n${typeIt(turn.isPrivate)}`, pressOf(id))
      return undefined
    }
    const { kind, subject, value } = view
    const isGap = subject.titles.length > 1
    const values = suggestValues(kind, isGap, subject.now).filter((one) => compare(one, value) !== 0)
    await offer(questions, turn, {
      html: newValue(view, turn.isPrivate),
      keyboard: editValueButtons(turn.messages, id, { kind, isGap, values }),
      press: pressOf(id),
    })
    return undefined
  }

  async function sayGone(turn: Turn, id: number): Promise<string> {
    await listAround(turn, id)
    return turn.messages.alerts.gone
  }

  async function setValue(turn: Turn, id: number, value: Decimal, otherReading?: Decimal): Promise<void> {
    const before = turn.kept?.alerts.find((one) => one.id === id)
    const seen = before ? seenBy(prices, before.signal) : []
    const edited = await chats.editAlert(turn.chat, id, value, seen)
    const alert = edited && (await alertOf(turn, id))
    const view = alert && viewOf(prices, alert)
    if (!view) return turn.answer(turn.messages.alerts.gone)
    const html = turn.messages.alerts.created({
      alert: view,
      isEdited: true,
      ...(otherReading !== undefined && { otherReading }),
      now: turn.now,
    })
    await turn.answer(html, createdButtons(turn.messages, id))
  }

  const pressed: Handle = async (turn, _monitor, argument) => {
    const [, letter, id, offset, edited, value = ''] = PRESS.exec(argument) ?? []
    if (edited !== undefined) return setPressed(turn, Number(edited), value)
    if (letter === 'p' || letter === 'r') return pause(turn, Number(id), letter === 'p')
    if (letter === 'd') return remove(turn, Number(id))
    if (letter !== undefined) return edit(turn, Number(id), false)
    await list(turn, Number(offset ?? 0))
    return undefined
  }

  async function setPressed(turn: Turn, id: number, text: string): Promise<string | undefined> {
    if (text === '?') return edit(turn, id, true)
    const alert = await alertOf(turn, id)
    if (!alert) return sayGone(turn, id)
    const value = parseFit(alert, text)?.value
    await (value === undefined ? turn.answer(turn.messages.oldButton) : setValue(turn, id, value))
    return undefined
  }

  const typed: TypedHandle = async (turn, _monitor, argument, text) => {
    const id = Number(PRESS.exec(argument)?.[4])
    const alert = await alertOf(turn, id)
    if (!alert) return turn.answer(turn.messages.alerts.gone)
    const amount = parseFit(alert, text, turn.messages.numbers)
    if (!amount) return askForText(questions, turn, turn.messages.alerts.badValue(text), pressOf(id))
    await setValue(turn, id, amount.value, amount.otherReading)
  }

  return {
    names: ['alerts', 'alertas'],
    changes: true,
    run,
    buttons: { alerts: pressed, alert: conversation.pressed },
    typed: { alerts: typed, alert: conversation.typed },
  }
}

function parseFit({ kind, signal }: Alert, text: string, numbers?: NumberStyle) {
  const amount = parseValue(text, numbers)
  return amount && isThreshold(kind, signal.includes('/'), amount.value) ? amount : undefined
}

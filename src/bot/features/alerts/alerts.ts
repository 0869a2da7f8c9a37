import type { Alert } from '../../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../../chats/alerts.ts'
import { parseAlert } from '../../../parse/alert-line.ts'
import type { ReadAlert } from '../../../parse/alert-request.ts'
import { classifyName, newestOfAll } from '../../../prices/look-up.ts'
import { dayOf } from '../../../rates/caracas.ts'
import { monitorName } from '../../../rates/monitor.ts'
import type { Command, Handle } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { preferredBy } from '../../context.ts'
import { createAlertValueDialog } from './alert-value-dialog.ts'
import { listButtons, PAGE_SIZE } from './keyboards.ts'
import { type AlertParts, createNewAlertDialog } from './new-alert-dialog.ts'
import { parseStep } from './step.ts'
import { currentAlerts, viewOf } from './subjects.ts'
import { createTypedAlert } from './typed-alert.ts'

const PRESS = /^(?:([prde])(\d{1,3})|l(\d{1,3})|v(\d{1,3}):(.*))?$/

/** `/alerts usd > 900` makes an alert; `/alerts` lists them, with buttons to pause, change and delete, and for a new one. */
export function createAlertsCommand(parts: AlertParts): Command {
  const { prices, chats } = parts
  const newAlert = createNewAlertDialog(parts)
  const alertValue = createAlertValueDialog(parts)
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
    if (read.kind === 'alert') return makeTyped(turn, read.request)
    const [example] = await newestOfAll(prices)
    await turn.answer(
      turn.messages.alerts.fault({ fault: read.reason, word: read.word, example: example?.quote }),
    )
  }

  /** Where no monitor is named, the one that the chat prefers is meant. */
  function readLine(turn: Turn, line: string): ReadAlert {
    const options = {
      numbers: turn.messages.numbers,
      classifyName: (words: string) => classifyName(prices, words),
      isName: (word: string) => prices.find(word).length > 0,
    }
    const read = parseAlert(line, dayOf(turn.now), options)
    const [own] = preferredBy(turn.chatState)
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

  async function edit(turn: Turn, id: number, value?: string): Promise<string | undefined> {
    if (!(await alertOf(turn, id))) return sayGone(turn, id)
    await alertValue.enter(turn.ctx, { id, ...(value !== undefined && { value }) })
    return undefined
  }

  async function sayGone(turn: Turn, id: number): Promise<string> {
    await listAround(turn, id)
    return turn.messages.alerts.gone
  }

  const pressed: Handle = async (turn, _monitor, argument) => {
    const [, letter, id, offset, edited, value = ''] = PRESS.exec(argument) ?? []
    if (edited !== undefined) return edit(turn, Number(edited), value)
    if (letter === 'p' || letter === 'r') return pause(turn, Number(id), letter === 'p')
    if (letter === 'd') return remove(turn, Number(id))
    if (letter !== undefined) return edit(turn, Number(id))
    await list(turn, Number(offset ?? 0))
    return undefined
  }

  /** A button of a new alert says all that was chosen before it: the dialog goes on from there. */
  const begin: Handle = async (turn, monitor, argument) => {
    const step = parseStep(argument)
    await (step ? newAlert.enter(turn.ctx, { ...step, monitor }) : turn.answer(turn.messages.oldButton))
  }

  return {
    names: ['alerts', 'alertas'],
    changes: true,
    run,
    buttons: { alerts: pressed, alert: begin },
    dialogs: [newAlert, alertValue],
  }
}

import { type Alert, hasKnownKind, monitorsOf } from '../../../chats/alert.ts'
import type { Move } from '../../../features/follow/moves-text.ts'
import { formatButtonBelow, shortHashesOf } from '../../../telegram/button-data.ts'
import type { Keyboard } from '../../../telegram/send.ts'
import type { Words } from '../../../words/words.ts'

type Button = Keyboard['inline_keyboard'][number][number]

const button = (text: string, callback_data: string): Button => ({ text, callback_data })

const oneRow = (...buttons: readonly Button[]): Keyboard => ({ inline_keyboard: [buttons] })

/** Buttons under a push: fewer of these, the chart, and none. Of several monitors they ask which one is meant. */
export function moveButtons({ pushButton, history }: Words, moves: readonly Move[]): Keyboard {
  const [first, ...others] = moves
  const monitor = others.length === 0 ? first?.quote.monitor : undefined
  return oneRow(
    button(pushButton.less, formatButtonBelow(monitor ? 'less' : 'least', monitor)),
    button(history.chart, formatButtonBelow('chart', monitor)),
    button(pushButton.leave, formatButtonBelow('unfollow', monitor)),
  )
}

/** Buttons under triggered alerts: of one, to pause it and to make another one of the same subject; of several, the list. */
export function alertButtons({ alerts, pushButton }: Words, triggered: readonly Alert[]): Keyboard {
  const [alert, ...others] = triggered
  if (!alert || others.length > 0 || !hasKnownKind(alert))
    return oneRow(button(alerts.button.list, formatButtonBelow('alerts')))
  const another = button(pushButton.anotherAlert, anotherOf(alert))
  // An alert for once is over.
  if (alert.once) return oneRow(another)
  return oneRow(button(alerts.button.pause, formatButtonBelow('alerts', undefined, `p${alert.id}`)), another)
}

function anotherOf({ signal }: Alert): string {
  const [first, second] = monitorsOf(signal)
  return first && second
    ? formatButtonBelow('alert', undefined, `g~${shortHashesOf([first, second])}`)
    : formatButtonBelow('alert', first)
}

/** One keyboard with the rows of several; undefined where there are none. */
export function joinKeyboards(keyboards: readonly (Keyboard | undefined)[]): Keyboard | undefined {
  const [first, ...others] = keyboards.filter((keyboard) => keyboard !== undefined)
  if (!first || others.length === 0) return first
  return { inline_keyboard: [first, ...others].flatMap(({ inline_keyboard }) => inline_keyboard) }
}

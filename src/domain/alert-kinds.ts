import { compare, type Decimal } from './decimal.ts'

/**
 * What every kind of alert waits for; its texts are in the languages. The scripts in `chats/lua/alerts` read it from here.
 * `code` stands for the kind in the data of buttons: one letter, and not `g`. The value of a move is how many percent the price
 * of one monitor moves: up (1), down (-1) or either way (0). Other values are a price or a gap, which the signal must rise
 * above (1) or fall below (-1).
 */
export const ALERT_KINDS = {
  above: { code: 'a', side: 1, isMove: false },
  below: { code: 'b', side: -1, isMove: false },
  percent: { code: 'p', side: 0, isMove: true },
  rise: { code: 'u', side: 1, isMove: true },
  fall: { code: 'd', side: -1, isMove: true },
} as const

export type AlertKind = keyof typeof ALERT_KINDS

/** The kinds in the order in which they are offered. */
export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[]

/** False for a kind of another version of the program. */
export const isAlertKind = (text: string): text is AlertKind => ALERT_KIND_NAMES.some((kind) => kind === text)

/** An alert that every change of a price triggers would fill the send rate. Smaller percentages of stored alerts count as this. */
export const MOVE_PERCENT_MIN: Decimal = '0.1'
const MOVE_PERCENT_BELOW: Decimal = '100'

/** Whether a price may be watched for moves of so many percent. */
export const isMovePercent = (percent: Decimal): boolean =>
  compare(percent, MOVE_PERCENT_MIN) >= 0 && compare(percent, MOVE_PERCENT_BELOW) < 0

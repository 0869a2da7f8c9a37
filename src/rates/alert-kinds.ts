/** What every kind of alert is; its texts are in the languages, and `chats/lua/alerts/alerts.lua` knows what it waits for. */
interface AlertKindInfo {
  /** Stands for the kind in the data of buttons. */
  readonly code: string
  /** Whether the signal must rise above its value, fall below it, or may do either. */
  readonly side: 1 | -1 | 0
  /** Its value is how many percent the price of one monitor moves, and not a price or a gap. */
  readonly isMove: boolean
}

const KINDS = {
  above: { code: 'a', side: 1, isMove: false },
  below: { code: 'b', side: -1, isMove: false },
  percent: { code: 'p', side: 0, isMove: true },
} as const satisfies Readonly<Record<string, AlertKindInfo>>

export type AlertKind = keyof typeof KINDS

export const ALERT_KINDS: Readonly<Record<AlertKind, AlertKindInfo>> = KINDS

/** The kinds in the order in which they are offered. */
export const ALERT_KIND_NAMES = Object.keys(KINDS) as readonly AlertKind[]

import { type MonitorId, monitorRef, parseMonitorRef } from '../rates/monitor.ts'

/** What an alert looks at: the price of a monitor (its ref), or the gap of two in percent of the first (`REF/REF`). */
export type Signal = string

export const priceSignal = (monitor: MonitorId): Signal => monitorRef(monitor)
export const gapSignal = (first: MonitorId, second: MonitorId): Signal =>
  `${monitorRef(first)}/${monitorRef(second)}`

/** The one or two monitors of a signal. */
export const monitorsOf = (signal: Signal): readonly MonitorId[] =>
  signal.split('/').flatMap((ref) => parseMonitorRef(ref) ?? [])

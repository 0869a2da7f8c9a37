import type { Sighting } from '../../board/board.ts'
import type { Chat } from '../../chats/chats.ts'
import type { QuietHours } from '../../chats/quiet-hours.ts'
import type { NumberStyle } from '../../rates/amount.ts'
import type { Decimal } from '../../rates/decimal.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import type { TimeOfDay } from '../../rates/time-of-day.ts'

/** Where what chats chose is kept; undefined takes a choice back. */
export interface KeptSettings {
  read(chat: string): Promise<Chat>
  setLanguage(chat: string, language: string): Promise<void>
  setNumbers(chat: string, style: NumberStyle | undefined): Promise<void>
  setZone(chat: string, zone: string | undefined): Promise<void>
  setQuietHours(chat: string, hours: QuietHours | undefined): Promise<void>
  setDigest(chat: string, at: TimeOfDay | undefined, now: number): Promise<void>
  setDefaults(chat: string, monitors: readonly MonitorId[]): Promise<void>
  /** False if the monitor is not followed. */
  setLeastChange(chat: string, monitor: MonitorId, percent: Decimal | undefined): Promise<boolean>
  /** Nothing more is sent; what it chose is kept for a while. */
  stop(chat: string): Promise<void>
  /** It hears again of what moves from these prices on. */
  revive(chat: string, shown: readonly Sighting[]): Promise<void>
  forget(chat: string): Promise<void>
}

import type { Sighting } from '../../board/board.ts'
import type { Alert, NewAlert } from '../../chats/alert.ts'
import type { Added } from '../../chats/alerts.ts'
import type { Decimal } from '../../rates/decimal.ts'

/** Where the alerts of chats are kept. */
export interface KeptAlerts {
  alertsOf(chat: string): Promise<readonly Alert[]>
  addAlert(chat: string, alert: NewAlert, value: Decimal, seen: readonly Sighting[]): Promise<Added | 'full'>
  editAlert(chat: string, id: number, value: Decimal, seen: readonly Sighting[]): Promise<Added | undefined>
  removeAlert(chat: string, id: number): Promise<boolean>
  pauseAlert(chat: string, id: number, paused: boolean): Promise<boolean>
  setLanguage(chat: string, language: string): Promise<void>
}

/** The alerts that still count, by number; those that are over go at this look. */
export async function currentAlerts(chats: KeptAlerts, chat: string, now: number): Promise<readonly Alert[]> {
  const all = await chats.alertsOf(chat)
  const isOver = ({ until, done }: Alert): boolean => !done && until !== undefined && until <= now
  await Promise.all(all.filter(isOver).map(({ id }) => chats.removeAlert(chat, id)))
  return all.filter((alert) => !alert.done && !isOver(alert)).toSorted((a, b) => a.id - b.id)
}

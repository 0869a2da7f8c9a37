import { minuteOfDay } from '../../src/domain/caracas.ts'

/** The hour that it is in Caracas, and some after it, as `HH:00`. */
export function hourOf(ahead: number): string {
  const hour = Math.floor(minuteOfDay(Date.now()) / 60) + ahead
  return `${String((hour + 24) % 24).padStart(2, '0')}:00`
}

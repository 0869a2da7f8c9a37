import type { Dated } from '../../rates/grammar/days.ts'
import { unitOf } from '../../rates/grammar/units.ts'

/** The monitor that a token names; a currency means the monitor of its code (`$`, `dólar`: `usd`), bolivares none. */
export function monitorNamed(token: Dated): string | undefined {
  const unit = unitOf(token)
  if (unit?.kind === 'currency') return unit.code.toLowerCase()
  return unit?.kind === 'name' ? unit.name : undefined
}

export const isBolivares = (token: Dated): boolean => unitOf(token)?.kind === 'bolivares'

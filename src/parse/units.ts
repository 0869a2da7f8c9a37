import type { CurrencyCode } from '../rates/monitor.ts'
import type { Dated } from './days.ts'

/** What an amount is counted in. A `name` is for whoever knows the monitors to look up, as typed in lower case. */
export type Unit =
  | { readonly kind: 'bolivares' }
  | { readonly kind: 'currency'; readonly code: CurrencyCode }
  | { readonly kind: 'name'; readonly name: string }

const BOLIVARES = new Set([
  'bs',
  'bss',
  'bs.s',
  'bsd',
  'bs.d',
  'ves',
  'ved',
  'bolivar',
  'bolivares',
  'bolivars',
  'bolos',
])
/** `Ref` is how shops in Venezuela mark dollars. */
const CODE_OF: ReadonlyMap<string, CurrencyCode> = new Map([
  ...['$', 'usd', 'dolar', 'dolares', 'dollar', 'dollars', 'ref'].map((word) => [word, 'USD'] as const),
  ...['€', 'eur', 'euro', 'euros'].map((word) => [word, 'EUR'] as const),
])

/** The unit that a token names; a word that is no currency is a name. */
export function unitOf(token: Dated | undefined): Unit | undefined {
  if (token?.kind === 'name') return { kind: 'name', name: token.raw }
  if (token?.kind !== 'word' && token?.kind !== 'sign') return undefined
  if (BOLIVARES.has(token.text)) return { kind: 'bolivares' }
  const code = CODE_OF.get(token.text)
  if (code !== undefined) return { kind: 'currency', code }
  return token.kind === 'word' ? { kind: 'name', name: token.raw } : undefined
}

/** The monitor that a token names; a currency means the monitor of its code (`$`, `dólar`: `usd`), bolivares none. */
export function monitorNamed(token: Dated): string | undefined {
  const unit = unitOf(token)
  if (unit?.kind === 'currency') return unit.code.toLowerCase()
  return unit?.kind === 'name' ? unit.name : undefined
}

export const isBolivares = (token: Dated): boolean => unitOf(token)?.kind === 'bolivares'

import type { Day } from '../rates/caracas.ts'
import { add, decimalOf } from '../rates/decimal.ts'
import { type Amount, amountAt, halfAt, isMinusAt } from './amounts.ts'
import { type DatedToken, joinDays } from './days.ts'
import { WORDS } from './lexicon.ts'
import { type Unit, unitOf } from './names.ts'
import { typedOf } from './tokens.ts'

/** A part of a conversion; `filler` has no meaning, `question` begins a question, `strange` has no place in one. */
export type Piece =
  | {
      readonly kind: 'amount'
      readonly text: string
      readonly amount: Amount | undefined
      readonly isNegative: boolean
    }
  | { readonly kind: 'unit'; readonly text: string; readonly unit: Unit; readonly isTarget: boolean }
  | { readonly kind: 'day'; readonly text: string; readonly day: Day | undefined }
  | { readonly kind: 'filler' | 'question' | 'mark' | 'strange'; readonly text: string }

/** Whether a word connects two currencies. */
export const isConnector = (word: string): boolean => WORDS.to.has(word)
const MARKS = new Set(['?', '¿', '!', '¡', '.', ',', ';', ':', '(', ')', '"', '“', '”', '«', '»', '+'])

/** Groups tokens into the parts of a conversion; a unit after `a`, `en`, `to` is the target. */
export function piecesOf(tokens: readonly DatedToken[], today: Day): Piece[] {
  const dated = joinDays(tokens, today)
  const pieces: Piece[] = []
  for (let at = 0; at < dated.length; ) {
    const { length, piece, isBolivares } = pieceAt(dated, at)
    at += length
    pieces.push(piece)
    if (isBolivares && !isUnitAt(dated, at)) pieces.push(BOLIVARES)
    const half = isUnitAfterAmount(pieces) ? halfAt(dated, at) : 0
    if (half > 0) pieces.splice(-2, 1, withHalf(pieces.at(-2)))
    at += half
  }
  return pieces
}

const BOLIVARES: Piece = { kind: 'unit', text: 'bs', unit: { kind: 'bolivares' }, isTarget: false }

const isUnitAt = (tokens: readonly DatedToken[], at: number): boolean => {
  const unit = isFillerWord(tokens[at]) ? undefined : unitOf(tokens[at])
  return unit !== undefined && unit.kind !== 'name'
}

function isUnitAfterAmount(pieces: readonly Piece[]): boolean {
  const [amount, unit] = pieces.slice(-2)
  return amount?.kind === 'amount' && unit?.kind === 'unit' && !unit.isTarget
}

/** `10 dólares y medio` are 10,5. */
function withHalf(piece: Piece | undefined): Piece {
  const amount = piece as Extract<Piece, { kind: 'amount' }>
  const [value, otherReading] = [amount.amount?.value, amount.amount?.otherReading].map(
    (one) => one && decimalOf(add(one, '0.5')),
  )
  if (value === undefined) return { ...amount, amount: undefined }
  return { ...amount, amount: { value, ...(otherReading !== undefined && { otherReading }) } }
}

interface PieceAt {
  readonly length: number
  readonly piece: Piece
  /** An amount in slang for bolivares. */
  readonly isBolivares?: boolean
}

function pieceAt(tokens: readonly DatedToken[], at: number): PieceAt {
  const token = tokens[at] as DatedToken
  const text = typedOf(token)
  if (token.kind === 'day') return { length: 1, piece: { kind: 'day', text, day: token.day } }
  if (WORDS.to.has(token.text)) return targetAt(tokens, at)
  const minus = isMinusAt(tokens, at) ? 1 : 0
  const found = amountAt(tokens, at + minus)
  if (found) {
    const piece = {
      kind: 'amount',
      text: tokens[at + minus]?.text ?? '',
      amount: found.amount,
      isNegative: minus > 0,
    } as const
    return { length: minus + found.length, piece, isBolivares: found.isBolivares }
  }
  return { length: 1, piece: loneAt(token, text) }
}

function targetAt(tokens: readonly DatedToken[], at: number): { length: number; piece: Piece } {
  const next = tokens[at + 1]
  const unit = isFillerWord(next) ? undefined : unitOf(next)
  const text = next ? typedOf(next) : ''
  // A place after `a` says at which rate: `100 usd a binance`.
  if (unit && next?.kind === 'name' && !next.isMoney)
    return { length: 2, piece: { kind: 'unit', text, unit, isTarget: false } }
  if (unit) return { length: 2, piece: { kind: 'unit', text, unit, isTarget: true } }
  return { length: 1, piece: { kind: 'filler', text } }
}

function loneAt(token: DatedToken, text: string): Piece {
  if (WORDS.asking.has(token.text)) return { kind: 'question', text }
  if (WORDS.fillers.has(token.text)) return { kind: 'filler', text }
  if (MARKS.has(token.text)) return { kind: 'mark', text }
  const unit = unitOf(token)
  return unit ? { kind: 'unit', text, unit, isTarget: false } : { kind: 'strange', text }
}

const isFillerWord = (token: DatedToken | undefined): boolean =>
  token !== undefined && (WORDS.asking.has(token.text) || WORDS.fillers.has(token.text))

import type { Day } from '../rates/caracas.ts'
import { type Amount, amountAt } from './amounts.ts'
import { type Dated, withDays } from './days.ts'
import { type Token, typedOf } from './tokens.ts'
import { type Unit, unitOf } from './units.ts'

/** A part of a conversion; `filler` is talk around it, `asks` opens a question, `strange` is what has no place in it. */
export type Piece =
  | {
      readonly kind: 'amount'
      readonly text: string
      readonly amount: Amount | undefined
      readonly isNegative: boolean
    }
  | { readonly kind: 'unit'; readonly text: string; readonly unit: Unit; readonly isTarget: boolean }
  | { readonly kind: 'day'; readonly text: string; readonly day: Day | undefined }
  | { readonly kind: 'filler' | 'asks' | 'mark' | 'strange'; readonly text: string }

const TO = new Set(['a', 'en', 'to', 'in', 'into', '->', '→', '='])
/** Whether a word leads from one money to the other: it is never a monitor's name. */
export const isConnector = (word: string): boolean => TO.has(word)
const ASKS = new Set([
  'cuanto',
  'cuantos',
  'cuanta',
  'cuantas',
  'how',
  'convertir',
  'convierte',
  'convierteme',
  'convert',
  'cambiar',
])
const FILLERS = new Set(
  [
    'es son seria serian vale valen cuesta cuestan equivale equivalen de del el la los las al con segun por favor',
    'porfa tasa much many is are worth at the of please rate and y vs',
  ].flatMap((words) => words.split(' ')),
)
const MARKS = new Set(['?', '¿', '!', '¡', '.', ',', ';', ':', '(', ')', '"', '“', '”', '«', '»', '+'])
const MINUS = new Set(['-', '−', '–'])

/** Cuts a line of tokens into the parts of a conversion. A unit after `a`, `en`, `to` is what it becomes. */
export function piecesOf(tokens: readonly Token[], today: Day): Piece[] {
  const dated = withDays(tokens, today)
  const pieces: Piece[] = []
  for (let at = 0; at < dated.length; ) {
    const { length, piece } = pieceAt(dated, at)
    pieces.push(piece)
    at += length
  }
  return pieces
}

function pieceAt(tokens: readonly Dated[], at: number): { length: number; piece: Piece } {
  const token = tokens[at] as Dated
  const text = typedOf(token)
  if (token.kind === 'day') return { length: 1, piece: { kind: 'day', text, day: token.day } }
  if (TO.has(token.text)) return targetAt(tokens, at)
  const minus = MINUS.has(token.text) && tokens[at + 1]?.kind === 'number' ? 1 : 0
  const found = amountAt(tokens, at + minus)
  if (found) {
    const piece = {
      kind: 'amount',
      text: tokens[at + minus]?.text ?? '',
      amount: found.amount,
      isNegative: minus > 0,
    } as const
    return { length: minus + found.length, piece }
  }
  return { length: 1, piece: loneAt(token, text) }
}

function targetAt(tokens: readonly Dated[], at: number): { length: number; piece: Piece } {
  const next = tokens[at + 1]
  const unit = isTalk(next) ? undefined : unitOf(next)
  const text = next ? typedOf(next) : ''
  if (unit) return { length: 2, piece: { kind: 'unit', text, unit, isTarget: true } }
  return { length: 1, piece: { kind: 'filler', text } }
}

function loneAt(token: Dated, text: string): Piece {
  if (ASKS.has(token.text)) return { kind: 'asks', text }
  if (FILLERS.has(token.text)) return { kind: 'filler', text }
  if (MARKS.has(token.text)) return { kind: 'mark', text }
  const unit = unitOf(token)
  return unit ? { kind: 'unit', text, unit, isTarget: false } : { kind: 'strange', text }
}

const isTalk = (token: Dated | undefined): boolean =>
  token !== undefined && (ASKS.has(token.text) || FILLERS.has(token.text))

import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import { type Conversion, type ReadConversion, readConversion } from './conversion.ts'
import { type IsName, readNamesFirst } from './names.ts'
import { isConnector, type Piece, piecesOf } from './pieces.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { Unit } from './units.ts'

const TALK_LENGTH_MAX = 80

export interface TalkOptions {
  readonly today: Day
  /** Whether a name, in lower case, is a monitor's; other names make it no conversion. */
  readonly isMonitor?: (name: string) => boolean
  /** Which words name a monitor even where they mean something else (`por`). */
  readonly isName?: IsName
  /** How the writer's figures are written. */
  readonly numbers?: NumberStyle
}

/**
 * A conversion that somebody asks for without a command: the whole message is an amount with its unit beside it
 * (`100 usd`, `Bs. 5.000`), a target and a day if need be, or a question about that. Anything else is talk: undefined.
 */
export function parseTalk(
  text: string,
  { today, isMonitor = () => false, isName = () => false, numbers }: TalkOptions,
): Conversion | undefined {
  if (text.length > TALK_LENGTH_MAX || /[\r\n]/.test(text.trim())) return undefined
  const isKnown = ({ kind, name }: { kind: Unit['kind']; name?: string }): boolean =>
    kind !== 'name' || isMonitor(name ?? '')
  const readTalk = (tokens: readonly Token[]): ReadConversion => {
    const pieces = piecesOf(tokens, today).filter(isNotMark)
    const isTalk = !isAsked(pieces) || !pieces.every((piece) => piece.kind !== 'unit' || isKnown(piece.unit))
    return isTalk || !isBeside(pieces) ? { kind: 'unreadable', reason: 'no_unit' } : readConversion(pieces)
  }
  const tokens = tokensOf(text.trim(), numbers) ?? []
  const read = readNamesFirst(tokens, (word) => isName(word) && !isConnector(word), readTalk)
  return read.kind === 'conversion' ? read.conversion : undefined
}

/** A message that is an amount and nothing else (`1.500,50`, `5 mil`), above zero; undefined for any other. */
export function parseAmountAlone(text: string, today: Day, numbers?: NumberStyle): Decimal | undefined {
  if (text.length > TALK_LENGTH_MAX) return undefined
  const pieces = piecesOf(tokensOf(text.trim(), numbers) ?? [], today).filter(isNotMark)
  const read = pieces.length === 1 ? readConversion(pieces) : undefined
  return read?.kind === 'unreadable' && read.reason === 'no_unit' ? read.amount : undefined
}

/** Question and exclamation marks mean nothing here, and neither does a full stop at the end. */
const isNotMark = (piece: Piece, index: number, all: readonly Piece[]): boolean =>
  piece.kind !== 'mark' || !(QUESTION.has(piece.text) || (piece.text === '.' && index === all.length - 1))
const QUESTION = new Set(['?', '¿', '!', '¡'])

/** Only a question may have words that are no part of the conversion, and other signs have no place at all. */
function isAsked(pieces: readonly Piece[]): boolean {
  const kinds = new Set(pieces.map(({ kind }) => kind))
  if (kinds.has('mark') || kinds.has('strange')) return false
  return pieces[0]?.kind === 'asks' || !(kinds.has('asks') || kinds.has('filler'))
}

function isBeside(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex(({ kind }) => kind === 'amount')
  return [pieces[at - 1], pieces[at + 1]].some((piece) => piece?.kind === 'unit' && !piece.isTarget)
}

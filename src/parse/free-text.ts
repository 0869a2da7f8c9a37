import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import { type Conversion, type ReadConversion, readConversion } from './conversion.ts'
import { type IsName, readNamesFirst, type Unit } from './names.ts'
import { isConnector, type Piece, piecesOf } from './pieces.ts'
import { type Token, tokensOf } from './tokens.ts'

const FREE_TEXT_LENGTH_MAX = 80

export interface FreeTextOptions {
  readonly today: Day
  /** Whether a name, in lower case, is a monitor's; any other name makes the text no conversion. */
  readonly isMonitor?: (name: string) => boolean
  /** Whether a word is a monitor's name, even one with another meaning (`por`). */
  readonly isName?: IsName
  /** Notation of the writer's numbers. */
  readonly numbers?: NumberStyle
}

/**
 * Reads a conversion requested without a command: the whole message is an amount beside its unit (`100 usd`,
 * `Bs. 5.000`), with or without a target and a day, or a question about that. Undefined for any other text.
 */
export function parseFreeText(
  text: string,
  { today, isMonitor = () => false, isName = () => false, numbers }: FreeTextOptions,
): Conversion | undefined {
  if (text.length > FREE_TEXT_LENGTH_MAX || /[\r\n]/.test(text.trim())) return undefined
  const isKnown = ({ kind, name }: { kind: Unit['kind']; name?: string }): boolean =>
    kind !== 'name' || isMonitor(name ?? '')
  const readTokens = (tokens: readonly Token[]): ReadConversion => {
    const pieces = piecesOf(tokens, today).filter(isNotPunctuation)
    const isOther =
      !isConversionText(pieces) || !pieces.every((piece) => piece.kind !== 'unit' || isKnown(piece.unit))
    return isOther || !isUnitBesideAmount(pieces)
      ? { kind: 'unreadable', reason: 'no_unit' }
      : readConversion(pieces)
  }
  const tokens = tokensOf(text.trim(), numbers) ?? []
  const read = readNamesFirst(tokens, (word) => isName(word) && !isConnector(word), readTokens)
  return read.kind === 'conversion' ? read.conversion : undefined
}

/** Reads a message that is only an amount above zero (`1.500,50`, `5 mil`); undefined for any other. */
export function parseAmountAlone(text: string, today: Day, numbers?: NumberStyle): Decimal | undefined {
  if (text.length > FREE_TEXT_LENGTH_MAX) return undefined
  const pieces = piecesOf(tokensOf(text.trim(), numbers) ?? [], today).filter(isNotPunctuation)
  const read = pieces.length === 1 ? readConversion(pieces) : undefined
  return read?.kind === 'unreadable' && read.reason === 'no_unit' ? read.amount : undefined
}

/** Question and exclamation marks, and a full stop at the end, are ignored. */
const isNotPunctuation = (piece: Piece, index: number, all: readonly Piece[]): boolean =>
  piece.kind !== 'mark' || !(QUESTION.has(piece.text) || (piece.text === '.' && index === all.length - 1))
const QUESTION = new Set(['?', '¿', '!', '¡'])

/** Only a question may have words around the conversion; other signs are not allowed. */
function isConversionText(pieces: readonly Piece[]): boolean {
  const kinds = new Set(pieces.map(({ kind }) => kind))
  if (kinds.has('mark') || kinds.has('strange')) return false
  return pieces[0]?.kind === 'question' || !(kinds.has('question') || kinds.has('filler'))
}

/** Whether the amount has its unit beside it. */
function isUnitBesideAmount(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex(({ kind }) => kind === 'amount')
  return [pieces[at - 1], pieces[at + 1]].some((piece) => piece?.kind === 'unit' && !piece.isTarget)
}

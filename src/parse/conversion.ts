import type { Day } from '../rates/caracas.ts'
import { type Decimal, isPositive } from '../rates/decimal.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import { type IsName, readNamesFirst } from './names.ts'
import { isConnector, type Piece, piecesOf } from './pieces.ts'
import { tokensOf } from './tokens.ts'
import type { Unit } from './units.ts'

/** What somebody wants converted. */
export interface Conversion {
  readonly amount: Decimal
  /** Where the text is ambiguous: what `amount` would be to others. It was read as Venezuelans write. */
  readonly otherReading?: Decimal
  readonly from: Unit
  readonly to?: Unit
  /** Monitors at whose rates to convert, as named, at most 4; none: the ones the chat prefers. */
  readonly at: readonly string[]
  readonly date?: Day
}

export type ConversionFault =
  | 'too_long'
  | 'no_amount'
  | 'bad_number'
  | 'not_positive'
  | 'two_amounts'
  | 'no_unit'
  | 'too_many_units'
  | 'bad_date'
  | 'two_dates'
  | 'strange_sign'

export type ReadConversion =
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  /** `word` is what could not be read; amount and unit are what could, so that only the rest need be asked. */
  | {
      readonly kind: 'unreadable'
      readonly reason: ConversionFault
      readonly word?: string
      readonly amount?: Decimal
      readonly from?: Unit
    }

const MONITORS_MAX = 4

const fault = (
  reason: ConversionFault,
  rest: { word?: string; amount?: Decimal; from?: Unit } = {},
): ReadConversion => ({
  kind: 'unreadable',
  reason,
  ...rest,
})

/** Reads what follows `/convert`, its parts in any order: `100 usd`, `1.500,50 bs a eur 15-03-2026`, `100$ page_alpha.usd`. */
export function parseConversion(
  line: string,
  today: Day,
  { numbers, isName = () => false }: ConversionOptions = {},
): ReadConversion {
  const tokens = tokensOf(line, numbers)
  if (tokens === undefined) return fault('too_long')
  const isLoneName = (word: string): boolean => isName(word) && !isConnector(word)
  return readNamesFirst(tokens, isLoneName, (read) => readConversion(piecesOf(read, today)))
}

export interface ConversionOptions {
  /** How the writer's figures are written. */
  readonly numbers?: NumberStyle
  /** Which words name a monitor even where they mean something else (`por`). */
  readonly isName?: IsName
}

/** The same from pieces already cut. */
export function readConversion(pieces: readonly Piece[]): ReadConversion {
  const wrong = faultOf(pieces)
  if (wrong) return wrong
  const at = pieces.findIndex(({ kind }) => kind === 'amount')
  const amount = pieces[at]
  const source = sourceOf(pieces, at)
  if (amount?.kind !== 'amount' || amount.amount === undefined)
    return fault('no_amount', source ? { from: source.unit } : {})
  const { value, otherReading } = amount.amount
  if (amount.isNegative || !isPositive(value)) return fault('not_positive', { word: amount.text })
  if (!source) return fault('no_unit', { amount: value })
  const targets = targetsOf(pieces, source)
  if (!targets) return fault('too_many_units', { amount: value, from: source.unit })
  const day = pieces.find((piece) => piece.kind === 'day')
  return {
    kind: 'conversion',
    conversion: {
      amount: value,
      ...(otherReading === undefined ? {} : { otherReading }),
      from: source.unit,
      ...targets,
      ...(day?.day === undefined ? {} : { date: day.day }),
    },
  }
}

/** What no conversion can have, whatever the rest is. */
function faultOf(pieces: readonly Piece[]): ReadConversion | undefined {
  const strange = pieces.find(({ kind }) => kind === 'strange')
  if (strange) return fault('strange_sign', { word: strange.text })
  const badNumber = pieces.find((piece) => piece.kind === 'amount' && piece.amount === undefined)
  if (badNumber) return fault('bad_number', { word: badNumber.text })
  const badDay = pieces.find((piece) => piece.kind === 'day' && piece.day === undefined)
  if (badDay) return fault('bad_date', { word: badDay.text })
  if (pieces.filter(({ kind }) => kind === 'amount').length > 1) return fault('two_amounts')
  if (pieces.filter(({ kind }) => kind === 'day').length > 1) return fault('two_dates')
  return undefined
}

type UnitPiece = Extract<Piece, { kind: 'unit' }>

/**
 * Whose amount it is: a currency right before it (`Bs. 100`, `$100`), else right after it (`100 usd`), else a name
 * beside it, else the first unit that nothing marks as the target.
 */
function sourceOf(pieces: readonly Piece[], at: number): UnitPiece | undefined {
  const isSource = (piece: Piece | undefined): piece is UnitPiece => piece?.kind === 'unit' && !piece.isTarget
  const [before, after] = [pieces[at - 1], pieces[at + 1]].map((piece) =>
    isSource(piece) ? piece : undefined,
  )
  const currency = [before, after].find((piece) => piece && piece.unit.kind !== 'name')
  return currency ?? after ?? before ?? pieces.find(isSource)
}

/** What it becomes, and at whose rates; undefined when that is more than one currency or more than 4 monitors. */
function targetsOf(pieces: readonly Piece[], source: UnitPiece): Pick<Conversion, 'to' | 'at'> | undefined {
  const rest = pieces.filter((piece): piece is UnitPiece => piece.kind === 'unit' && piece !== source)
  const isTo = ({ unit, isTarget }: UnitPiece): boolean => isTarget || unit.kind !== 'name'
  const [to, ...others] = rest.filter(isTo).map(({ unit }) => unit)
  const at = rest
    .filter((piece) => !isTo(piece))
    .flatMap(({ unit }) => (unit.kind === 'name' ? [unit.name] : []))
  if (others.length > 0 || at.length > MONITORS_MAX) return undefined
  return { ...(to ? { to } : {}), at }
}

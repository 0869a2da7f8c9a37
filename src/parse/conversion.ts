import type { Day } from '../rates/caracas.ts'
import { compare, type Decimal, DIGITS_MAX, isPositive } from '../rates/decimal.ts'
import { AMOUNT_MAX } from './amounts.ts'
import { type LineOptions, readLine } from './line.ts'
import type { Unit } from './names.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** An amount with its money. */
export interface AmountOfUnit {
  readonly amount: Decimal
  readonly unit: Unit
}

/** A conversion as it was typed. */
export interface Conversion {
  readonly amount: Decimal
  /** The amount in the other notation if the text is ambiguous; `amount` is in Venezuelan notation. */
  readonly otherReading?: Decimal
  readonly from: Unit
  /** Amounts of other moneys, with which it is added up: `$20 + €5`. */
  readonly plus?: readonly AmountOfUnit[]
  readonly to?: Unit
  /** Names of the monitors to convert by, at most 4; if empty, the chat's preferred ones are used. */
  readonly at: readonly string[]
  readonly date?: Day
}

export type ConversionFault =
  | 'too_long'
  | 'no_amount'
  | 'bad_number'
  | 'not_positive'
  | 'too_much'
  | 'two_amounts'
  | 'no_unit'
  | 'too_many_units'
  | 'bad_date'
  | 'two_dates'
  | 'strange_sign'

export type ReadConversion =
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  /** `word` could not be read; amount and unit could, so only the rest must be asked for. */
  | {
      readonly kind: 'unreadable'
      readonly reason: ConversionFault
      readonly word?: string
      readonly amount?: Decimal
      readonly from?: Unit
    }

const MONITORS_MAX = 4

const unreadable = (
  reason: ConversionFault,
  rest: { word?: string; amount?: Decimal; from?: Unit } = {},
): ReadConversion => ({
  kind: 'unreadable',
  reason,
  ...rest,
})

/** Reads what follows `/convert`, its parts in any order: `100 usd`, `1.500,50 bs a eur 15-03-2026`, `100$ page_alpha.usd`. */
export function parseConversion(line: string, today: Day, options: LineOptions = {}): ReadConversion {
  return readLine(line, options, (tokens) => readConversion(piecesOf(tokens, today)))
}

/** Reads a conversion from its pieces. */
export function readConversion(pieces: readonly Piece[]): ReadConversion {
  const wrong = faultOf(pieces)
  if (wrong) return wrong
  const at = pieces.findIndex(({ kind }) => kind === 'amount')
  const amount = pieces[at]
  const source = sourceOf(pieces, at)
  if (amount?.kind !== 'amount' || amount.amount === undefined)
    return unreadable('no_amount', source ? { from: source.unit } : {})
  const { value, otherReading } = amount.amount
  if (amount.isNegative || !isPositive(value)) return unreadable('not_positive', { word: amount.text })
  if (compare(value, AMOUNT_MAX) > 0) return unreadable('too_much', { word: amount.text })
  if (!source) return unreadable('no_unit', { amount: value })
  const targets = targetsOf(pieces, source)
  if (!targets) return unreadable('too_many_units', { amount: value, from: source.unit })
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

/** The first fault that no other part can mend. */
function faultOf(pieces: readonly Piece[]): ReadConversion | undefined {
  const strange = pieces.find(({ kind }) => kind === 'strange')
  if (strange) return unreadable('strange_sign', { word: strange.text })
  const badNumber = pieces.find((piece) => piece.kind === 'amount' && piece.amount === undefined)
  if (badNumber)
    return unreadable(isLong(badNumber.text) ? 'too_much' : 'bad_number', { word: badNumber.text })
  const badDay = pieces.find((piece) => piece.kind === 'day' && piece.day === undefined)
  if (badDay) return unreadable('bad_date', { word: badDay.text })
  if (pieces.filter(({ kind }) => kind === 'amount').length > 1) return unreadable('two_amounts')
  if (pieces.filter(({ kind }) => kind === 'day').length > 1) return unreadable('two_dates')
  return undefined
}

/** Whether a number has more digits than are read. */
const isLong = (text: string): boolean => text.replace(/\D/g, '').length > DIGITS_MAX

type UnitPiece = Extract<Piece, { kind: 'unit' }>

/**
 * The unit of the amount: a currency right before it (`Bs. 100`, `$100`), else right after it (`100 usd`), else a name
 * beside it, else the first unit that is not marked as the target.
 */
function sourceOf(pieces: readonly Piece[], at: number): UnitPiece | undefined {
  const isSource = (piece: Piece | undefined): piece is UnitPiece => piece?.kind === 'unit' && !piece.isTarget
  const [before, after] = [pieces[at - 1], pieces[at + 1]].map((piece) =>
    isSource(piece) ? piece : undefined,
  )
  const currency = [before, after].find((piece) => piece && piece.unit.kind !== 'name')
  return currency ?? after ?? before ?? pieces.find(isSource)
}

/** The target and the monitors; undefined for more than one target or more than 4 monitors. */
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

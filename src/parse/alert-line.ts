import type { Day } from '../rates/caracas.ts'
import { decimalOf, multiply } from '../rates/decimal.ts'
import { DAY_MS, MINUTE_MS } from '../rates/durations.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import { type Found, judgeAlert, type Knows, type ReadAlert, refuseAlert } from './alert-request.ts'
import { type Amount, amountAt } from './amounts.ts'
import { type Dated, isCount, msOfPeriod, withDays } from './days.ts'
import { type IsName, readNamesFirst } from './names.ts'
import { type Token, tokensOf, typedOf } from './tokens.ts'
import { isBolivares, monitorNamed } from './units.ts'

const PERCENT_SIGN = new Set(['%', 'por', 'ciento', 'percent'])
const SIGNS = new Set(['+', '±', '>', '<', '.'])
const MINUS_SIGN = new Set(['-', '−', '–'])

/** A number alone on a line, with its unit if need be: `950`, `Bs. 1.234,50`, `-5 %`, `dos mil`; undefined for more. */
export function parseValue(line: string, numbers?: NumberStyle): Amount | undefined {
  const tokens = tokensOf(line, numbers)?.filter((token) => !isBolivares(token) && !SIGNS.has(token.text))
  const isMinus = MINUS_SIGN.has(tokens?.[0]?.text ?? '')
  const read = tokens && amountAt(tokens, isMinus ? 1 : 0)
  if (!tokens || !read?.amount) return undefined
  const rest = tokens.slice(read.length + (isMinus ? 1 : 0))
  if (!rest.every(({ text }) => PERCENT_SIGN.has(text))) return undefined
  if (!isMinus) return read.amount
  const value = decimalOf(multiply(read.amount.value, '-1'))
  return value === undefined ? undefined : { value }
}

const COOLDOWN_MS_MAX = 30 * DAY_MS

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const ABOVE = words('> >= ≥ mayor mas encima sobre supera supere sube suba pasa pase above over more exceeds')
const BELOW = words('< <= ≤ menor menos debajo bajo baja baje cae caiga below under less')
const GAP = words('gap brecha')
const ONCE = words('once una sola solo solamente vez only')
const COOLDOWN = words('cada every cooldown pausa')
const UNTIL = words('hasta until till')
const EITHER_WAY = words('± +-')
const FILLERS = words(
  'que de del por than a al the is es esta si cuando when if at el la los las cambia cambie mueve moves goes , ; : . ! ¿ ? ' +
    'avisa avisame avisar dime alertame quiero precio tasa mi me tell let know alert notify price rate of favor porfa please',
)

const PERCENT = words('% ciento percent')
const MINUS = words('- − –')

export interface AlertOptions {
  readonly numbers?: NumberStyle
  readonly knows?: Knows
  /** Which words name a monitor even where they mean something else (`mueve`). */
  readonly isName?: IsName
}

/** Reads what follows `/alerts`: `usd > 900`, `usd 2%`, `brecha < 30 una vez`, `usd > 1.000 cada 6h hasta 31-12-2026`. */
export function parseAlert(
  line: string,
  today: Day,
  { numbers, knows = () => 'name', isName = () => false }: AlertOptions = {},
): ReadAlert {
  const tokens = tokensOf(line, numbers)
  if (!tokens) return refuseAlert('too_long')
  return readNamesFirst(tokens, isName, (read) => readAlert(read, today, knows))
}

function readAlert(tokens: readonly Token[], today: Day, knows: Knows): ReadAlert {
  const dated = withDays(tokens, today, 'coming')
  const found: Found = {
    names: [],
    typed: [],
    directions: [],
    thresholds: [],
    isGap: false,
    isOnce: false,
    isEitherWay: false,
    isReversed: false,
    isScattered: false,
    nameEnd: 0,
  }
  for (let at = 0; at < dated.length; ) {
    const taken = takeAt(dated, at, found)
    if (typeof taken !== 'number') return taken
    at += taken
  }
  if (found.until !== undefined && found.until < today) return refuseAlert('past_date', found.until)
  return judgeAlert(found, knows)
}

/** Adds what stands at a token to what was found; how many tokens that were, or what is wrong with it. */
function takeAt(tokens: readonly Dated[], at: number, found: Found): number | ReadAlert {
  const token = tokens[at] as Dated
  if (token.kind === 'day') return takeDay(token.day, token.text, found)
  if (token.kind === 'number' || isMinus(tokens, at)) return takeNumber(tokens, at, found)
  if (COOLDOWN.has(token.text)) return takeCooldown(tokens, at, found)
  if (takeMark(token.text, found) || isBolivares(token) || isOfNumber(tokens, at, found)) return 1
  const name = monitorNamed(token)
  if (name === undefined) return refuseAlert('strange_sign', token.text)
  if (found.names.length > 0 && found.nameEnd !== at) found.isScattered = true
  found.names.push(name)
  found.typed.push(typedOf(token))
  found.nameEnd = at + 1
  return 1
}

/** `usd > $900`, `$900 < usd`: a sign beside the number says nothing more where something else is watched. */
function isOfNumber(tokens: readonly Dated[], at: number, { names, directions, isGap }: Found): boolean {
  if (!CURRENCY_SIGNS.has(tokens[at]?.text ?? '')) return false
  const isWatched = names.length > 0 || isGap
  if (tokens[at + 1]?.kind !== 'number') return isWatched && tokens[at - 1]?.kind === 'number'
  const isReversed = isDirection(tokens[at + 2]?.text) && tokens[at + 3] !== undefined
  return isWatched || directions.length > 0 || isReversed
}
const isDirection = (text = ''): boolean => ABOVE.has(text) || BELOW.has(text)
const CURRENCY_SIGNS = words('$ €')

/** A word or sign that says one thing by itself; false for any other. */
function takeMark(text: string, found: Found): boolean {
  const direction = ABOVE.has(text) ? 'above' : BELOW.has(text) ? 'below' : undefined
  if (direction) {
    found.directions.push(direction)
    found.isReversed = found.thresholds.length > 0 && found.names.length === 0 && !found.isGap
  } else if (GAP.has(text)) found.isGap = true
  else if (ONCE.has(text)) found.isOnce = true
  else if (EITHER_WAY.has(text)) found.isEitherWay = true
  else return FILLERS.has(text) || UNTIL.has(text)
  return true
}

function takeDay(day: Day | undefined, text: string, found: Found): number | ReadAlert {
  if (day === undefined || found.until !== undefined) return refuseAlert('bad_date', text)
  found.until = day
  return 1
}

const isMinus = (tokens: readonly Dated[], at: number): boolean =>
  MINUS.has(tokens[at]?.text ?? '') && tokens[at + 1]?.kind === 'number'

function takeNumber(tokens: readonly Dated[], at: number, found: Found): number | ReadAlert {
  const minus = isMinus(tokens, at) ? 1 : 0
  // `900 una vez`: the words for once are no part of the number, though numbers can be spelled.
  const once = tokens.findIndex(({ text }, index) => index > at && ONCE.has(text))
  const read = amountAt(once < 0 ? tokens : tokens.slice(0, once), at + minus)
  if (!read?.amount) return refuseAlert('bad_number', tokens[at + minus]?.text)
  const end = at + minus + read.length
  const percent = percentSignAt(tokens, end)
  const { value, otherReading } = read.amount
  const amount =
    minus > 0 ? { value: multiply(value, '-1') } : { value, ...(otherReading ? { otherReading } : {}) }
  found.thresholds.push({ amount, isPercent: percent > 0 })
  return end + percent - at
}

/** How many tokens say percent: `%`, `por ciento`. */
function percentSignAt(tokens: readonly Dated[], at: number): number {
  if (PERCENT.has(tokens[at]?.text ?? '')) return 1
  return tokens[at]?.text === 'por' && tokens[at + 1]?.text === 'ciento' ? 2 : 0
}

/** `cada 6h`, `every 2 hours`, `cada hora`. */
function takeCooldown(tokens: readonly Dated[], at: number, found: Found): number | ReadAlert {
  const [first, second] = [tokens[at + 1], tokens[at + 2]]
  const isCounted = first?.kind === 'number'
  const unit = isCounted ? second : first
  const count = isCounted ? Number(isCount(first.text) ? first.text : 0) : 1
  const cooldownMs = unit?.kind === 'word' ? msOfPeriod(count, unit.text) : undefined
  const isFit = cooldownMs !== undefined && cooldownMs >= MINUTE_MS && cooldownMs <= COOLDOWN_MS_MAX
  if (!isFit || found.cooldownMs !== undefined) return refuseAlert('bad_cooldown', first?.text)
  found.cooldownMs = cooldownMs
  return isCounted ? 3 : 2
}

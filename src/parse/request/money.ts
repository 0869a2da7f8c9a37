import { add, type Decimal, isPositive, multiply, parseDecimal } from '../../rates/decimal.ts'
import { readConversion } from '../conversion.ts'
import type { DatedToken } from '../days.ts'
import { type Unit, unitOf } from '../names.ts'
import { isConnector, piecesOf } from '../pieces.ts'
import { NUMERALS, SCALES } from '../tokens.ts'
import type { AmountOfUnit, Request } from './request.ts'
import { amountsIn, isUnit, type Speech, type SpokenAmount } from './speech.ts'
import {
  ASKING,
  BOUGHT_PHRASES,
  CHARGE,
  CONVERT,
  CONVERT_ALONE,
  OFFERED,
  PAYS,
  PRICE_WORDS,
  SOLD_PHRASES,
} from './vocabulary.ts'

const UNKNOWN_MAX = 3
const USD: Unit = { kind: 'currency', code: 'USD' }

/** `si tengo 40 $ cuántos bolívares son`, `100 usd paralelo`, `-5 usd`. */
export function readMoney(speech: Speech): Request | undefined {
  const { tokens, today } = speech
  const kept = tokens
    .filter((token) => !isPunctuation(token) && !isToday(token, today))
    .map((token, at, all) => (isOfConversion(all, at) ? token : FILLER))
  const isAsked = speech.has(ASKING) || speech.has(CONVERT) || kept.some(({ text }) => isConnector(text))
  if (speech.unknown(CONVERT) > (isAsked ? UNKNOWN_MAX : 0)) return undefined
  const read = readConversion(piecesOf(kept, today))
  if (read.kind === 'conversion') {
    const { conversion } = read
    // `¿cuánto vale un dólar?` asks for its price.
    const isOne = !speech.hasNumber && conversion.amount === '1' && !conversion.to && speech.has(ASKING)
    return isOne ? undefined : { kind: 'convert', conversion }
  }
  const { reason, word } = read
  if (REFUSED.has(reason) && isAmountBesideUnit(kept))
    return { kind: 'refused', reason, ...(word !== undefined && { word }) }
  const isAlone =
    reason === 'no_unit' && read.amount !== undefined && speech.names.length === 0 && !isPhone(tokens)
  return isAlone && speech.unknown() === 0 ? { kind: 'amount', amount: read.amount } : undefined
}
const REFUSED: ReadonlySet<string> = new Set(['not_positive', 'too_much', 'bad_date', 'bad_number'])

const isToday = (token: DatedToken, today: string): boolean => token.kind === 'day' && token.day === today

/** Nobody writes an amount with a zero before it. */
const isPhone = (tokens: readonly DatedToken[]): boolean => tokens.some(({ text }) => /^0\d/.test(text))

const isAmountBesideUnit = (tokens: readonly DatedToken[]): boolean =>
  tokens.some(isUnit) && tokens.some(({ kind, text }) => kind === 'number' || NUMERALS.has(text))

/** Numbers, money, names, days, and what connects two currencies. */
function isOfConversion(tokens: readonly DatedToken[], at: number): boolean {
  const token = tokens[at] as DatedToken
  const next = tokens[at + 1]
  if (token.kind === 'name' || token.kind === 'day' || token.kind === 'number') return true
  if (isUnit(token)) return true
  if (token.kind === 'sign') return true
  if (isConnector(token.text)) return isUnit(next) || next?.kind === 'name'
  if (SCALES.has(token.text)) return true
  if (token.text === 'y') return true
  if (token.text === 'de') return isUnit(next) && SCALES.has(tokens[at - 1]?.text ?? '')
  if (HALVES.has(token.text) && tokens[at - 1]?.text === 'y') return true
  if (ARTICLES.has(token.text)) return isUnit(next) || SCALES.has(next?.text ?? '')
  return NUMERALS.has(token.text)
}
const ARTICLES = new Set(['un', 'una', 'uno', 'one', 'medio', 'media'])
const HALVES = new Set(['medio', 'media'])
/** Stands for a word without a meaning, so that those around it stay apart. */
const FILLER: DatedToken = { kind: 'word', text: 'es', raw: 'es' }
const isPunctuation = ({ kind, text }: DatedToken): boolean => kind === 'sign' && PUNCTUATION.has(text)
const PUNCTUATION = new Set('? ¿ ! ¡ . , ; : ( ) " “ ” « » \' …'.split(' '))

/** `me venden 100$ en 1020`, `¿me conviene vender a 995?`. */
export function readWorth(speech: Speech): Request | undefined {
  const [isSold, isBought] = [speech.says(SOLD_PHRASES), speech.says(BOUGHT_PHRASES)]
  if (!isSold && !isBought) return undefined
  if (speech.unknown(WORTH_WORDS) > UNKNOWN_MAX) return undefined
  const amounts = amountsIn(speech.tokens)
  const quantity = amounts.find(({ unit }) => unit !== undefined && unitOf(unit)?.kind !== 'bolivares')
  const price = amounts.find((one) => one !== quantity)
  if (price?.value === undefined || !isPositive(price.value) || amounts.length > 2) return undefined
  const side = isSold || isOfferOfDollars(speech, price) ? 'sold' : 'bought'
  const asked = quantity && ofUnit(quantity)
  return { kind: 'worth', side, price: price.value, ...(asked && { quantity: asked }) }
}
const WORTH_WORDS: ReadonlySet<string> = new Set(
  [...SOLD_PHRASES, ...BOUGHT_PHRASES, 'conviene pena buen negocio'].flatMap((phrase) => phrase.split(' ')),
)

/** `me ofrecen dólares a 980`: dollars before the price; after it they are what the price is for. */
const isOfferOfDollars = ({ says, tokens }: Speech, { at }: SpokenAmount): boolean =>
  says(OFFERED) && tokens.slice(0, at).some((token) => isUnit(token))

function ofUnit({ value, unit }: SpokenAmount): AmountOfUnit | undefined {
  const known = unitOf(unit)
  return value !== undefined && known ? { amount: value, unit: known } : undefined
}

/** `cobrar 20 paga 15 usd`, `cobrar 12x25+8`. */
export function readCharge(speech: Speech): Request | undefined {
  const { tokens } = speech
  if (!CHARGE.has(tokens[0]?.text ?? '')) return undefined
  const pays = tokens.findIndex(({ text }) => PAYS.has(text))
  const amount = sumOf(pays < 0 ? tokens.slice(1) : tokens.slice(1, pays))
  if (amount === undefined || !isPositive(amount)) return undefined
  const [given, ...more] = pays < 0 ? [] : amountsIn(tokens.slice(pays))
  if (more.length > 0 || (pays >= 0 && given?.value === undefined)) return undefined
  const paid =
    given?.value === undefined ? undefined : { amount: given.value, unit: unitOf(given.unit) ?? USD }
  return { kind: 'charge', amount, ...(paid && { paid }) }
}

const FACTOR = /^(?:\d+(?:[.,]\d+)*)$/
const TERMS_MAX = 20

/** A sum of products: `12x25+8`; undefined for anything else. */
function sumOf(tokens: readonly DatedToken[]): Decimal | undefined {
  const typed = tokens
    .filter((token) => !isUnit(token))
    .map(({ text }) => text)
    .join('')
  const terms = typed.split('+').map((term) => term.split(/[x*×]/))
  if (terms.flat().length > TERMS_MAX || !terms.flat().every((factor) => FACTOR.test(factor)))
    return undefined
  let total: Decimal = '0'
  for (const factors of terms) {
    const numbers = factors.map((factor) => parseDecimal(factor, 'spoken'))
    if (numbers.includes(undefined)) return undefined
    total = add(
      total,
      (numbers as Decimal[]).reduce((product, number) => multiply(product, number), '1'),
    )
  }
  return total
}

/** `convertir`, `calculadora`: what and how much is asked. */
export const readConvertAlone = (speech: Speech): Request | undefined =>
  speech.has(CONVERT_ALONE) && !speech.hasNumber && speech.unknown(CONVERT, PRICE_WORDS) === 0
    ? { kind: 'convert' }
    : undefined

import { compare } from '../domain/decimal.ts'
import { amountOf } from './amounts.ts'
import { PAYS } from './bill.ts'
import { NOTES } from './charge.ts'
import {
  isBolivares,
  isNumber,
  isThing,
  isUnit,
  means,
  PHRASES,
  saysAnyOf,
  type Token,
  textAt,
  valuesOf,
  WORDS,
  wordOf,
} from './tokens.ts'

/** Leaves out the verb of `¿cuánto pago?` and `la cuenta me dio 25`, which say no payment; `y tengo 5000 bs` says one. */
export const withPayments = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    const { text } = token
    // `tengo nada más 5`
    if (PHRASES.onlyThat.includes(`${textAt(tokens, at - 1)} ${text}`)) return []
    // `¿cuánto son los dos?`
    const isOfThings = isUnit(tokens[at + 1]) || isThing(tokens[at + 1])
    if (isBoth(tokens, text) && means(tokens[at - 1], WORDS.plural) && !isOfThings) return []
    const isJoined = means(tokens[at - 1], WORDS.and, WORDS.self)
    const before = tokens.slice(0, at)
    // `me pagan con un billete de 100 … y tengo 40`
    const isMore = isJoined && before.some(isNumber) && !before.some((one) => means(one, WORDS.banknote))
    if (WORDS.holds.has(text) && isMore && !isFew(tokens, at + 1)) return [PAYS]
    const other = means(tokens[at - 1], WORDS.self) ? at - 2 : at - 1
    const isOfOther = means(tokens[other], WORDS.asking, WORDS.bill)
    return isOfOther && WORDS.pays.has(text) && !WORDS.with.has(text) ? [] : token
  })

/** `los dos`; `2` in `¿qué diferencia hay entre los 2?` and `súmame los 2` */
const isBoth = (tokens: readonly Token[], word: string): boolean =>
  WORDS.both.has(word) ||
  (word === '2' && (tokens.some(({ text }) => WORDS.gap.has(text)) || saysAnyOf(tokens, PHRASES.addedTo)))

/** `he pays with a 100 bill`; `la compra fue 31,80`, which is no price at which somebody buys. */
export const withBanknotes = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) => {
    if (means(token, WORDS.bill) && means(tokens[at - 1], NOTES)) return wordOf(WORDS.banknote)
    const isBill = means(token, WORDS.purchase) && means(tokens[at - 1], WORDS.glue)
    return isBill && !means(tokens[at - 2], WORDS.at) ? wordOf(WORDS.bill) : token
  })

/** `un pago móvil de 45 mil, ¿cuánto es?`: so much that goes through a bank, and is no phone, is bolivares; not `1200 por punto en bs`. */
export function throughBanks(tokens: readonly Token[]): readonly Token[] {
  const isAsked = tokens.some(({ text }) => WORDS.asking.has(text))
  const isTarget = tokens.some((token, at) => isBolivares(token) && means(tokens[at - 1], WORDS.to))
  if (!isAsked || isTarget) return tokens
  return tokens.flatMap((token, at) => {
    const isBare = token.kind === 'number' && ![tokens[at - 1], tokens[at + 1]].some(isUnit)
    const [before, behind] = [tokens.slice(Math.max(at - 3, 0), at), tokens.slice(at + 1, at + 3)]
    const isThrough = saysAnyOf(before, PHRASES.throughBank) || beginsWith(behind, PHRASES.throughBank)
    const isSum =
      isBare && isThrough && !means(tokens[at - 1], WORDS.at) && !PHONE.test(token.text.replaceAll('.', ''))
    const value = isSum ? amountOf(token)?.value : undefined
    return value !== undefined && compare(value, THROUGH_BANKS_MIN) >= 0
      ? [token, wordOf(WORDS.bolivares)]
      : [token]
  })
}

/** `61.300 bs por punto y 15 zelle`: what is sent so is dollars. */
export const withZelle = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(isNumber).length < 2
    ? tokens
    : tokens.flatMap((token, at) => {
        if (!means(token, WORDS.zelle) || at === 0) return [token]
        const before = tokens[at - 1]
        return isNumber(before) ? [wordOf(WORDS.dollars)] : isUnit(before) ? [] : [token]
      })

const PHONE = /^0|^\d{7,}$/

const THROUGH_BANKS_MIN = '10000'

const beginsWith = (tokens: readonly Token[], phrases: readonly string[]): boolean =>
  phrases.some((phrase) => `${tokens.map(({ text }) => text).join(' ')} `.startsWith(`${phrase} `))

/** `tengo 25 mil en el banco, ¿cuántos dólares compro?` says where they are, and at no rate. */
export const withoutBank = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex((_, place) => isHeldInBank(tokens, place))
  return at < 0 ? tokens : tokens.toSpliced(at, 3)
}

function isHeldInBank(tokens: readonly Token[], at: number): boolean {
  const isBank = PHRASES.inBank.includes(
    tokens
      .slice(at, at + 3)
      .map(({ text }) => text)
      .join(' '),
  )
  const sum = isUnit(tokens[at - 1]) ? at - 2 : at - 1
  const isNamed = tokens[at + 3]?.kind === 'word' && !means(tokens[at + 3], WORDS.asking)
  return isBank && isNumber(tokens[sum]) && means(tokens[sum - 1], WORDS.holds) && !isNamed
}

/** `75€ por niño y tengo dos`: no sum that is paid. */
const isFew = (tokens: readonly Token[], at: number): boolean =>
  !isUnit(tokens[at + 1]) && (NUMERALS.get(textAt(tokens, at)) ?? Number(textAt(tokens, at))) < FEW

const NUMERALS = valuesOf('numerals')

const FEW = 10

/** `10$ en efectivo` is no price of cash. */
export const withoutCash = (tokens: readonly Token[]): readonly Token[] => {
  const isCash = (at: number): boolean =>
    PHRASES.inCash.includes(`${textAt(tokens, at)} ${textAt(tokens, at + 1)}`)
  // `mitad efectivo y mitad pago móvil`
  const isShared = tokens.some(({ text }) => WORDS.paidBy.has(text))
  const isCashWord = ({ text }: Token): boolean => PHRASES.inCash.some((cash) => cash.endsWith(` ${text}`))
  const isPart = (token: Token): boolean => isShared && isCashWord(token)
  // `42 dólares efectivo y 61.300 bs`, but `42 dólares efectivo` at the rate of cash
  const isMany = tokens.filter(isNumber).length > 1
  const isBehind = (token: Token, at: number): boolean =>
    isMany && isCashWord(token) && isUnit(tokens[at - 1])
  const isOfSum =
    tokens.some(isNumber) || (means(tokens[0], WORDS.and) && tokens.some((token) => means(token, WORDS.pays)))
  return isOfSum
    ? tokens.filter((token, at) => !isCash(at) && !isCash(at - 1) && !isPart(token) && !isBehind(token, at))
    : tokens
}

import { compare } from '../domain/decimal.ts'
import { amountOf } from './amounts.ts'
import { PAYS } from './bill.ts'
import { NOTES } from './charge.ts'
import { isTaxPercentage } from './talk.ts'
import {
  isNumber,
  isThing,
  isUnit,
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
    if (WORDS.both.has(text) && WORDS.plural.has(textAt(tokens, at - 1)) && !isOfThings) return []
    const isJoined = [WORDS.and, WORDS.self].some((words) => words.has(textAt(tokens, at - 1)))
    const isMore = isJoined && tokens.slice(0, at).some(isNumber)
    if (WORDS.holds.has(text) && isMore && !isFew(tokens, at + 1)) return [PAYS]
    const before = WORDS.self.has(textAt(tokens, at - 1)) ? at - 2 : at - 1
    const isOfOther = [WORDS.asking, WORDS.bill].some((words) => words.has(textAt(tokens, before)))
    return isOfOther && WORDS.pays.has(text) && !WORDS.with.has(text) ? [] : token
  })

/** `he pays with a 100 bill`; `la compra fue 31,80`, which is no price at which somebody buys. */
export const withBanknotes = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) => {
    if (WORDS.bill.has(token.text) && NOTES.has(textAt(tokens, at - 1))) return wordOf(WORDS.banknote)
    const isBill = WORDS.purchase.has(token.text) && WORDS.glue.has(textAt(tokens, at - 1))
    return isBill && !WORDS.at.has(textAt(tokens, at - 2)) ? wordOf(WORDS.bill) : token
  })

/** `25$, y si pago en divisas me cobran el 3 %`: the tax on foreign money. */
export function withForeignTax(tokens: readonly Token[]): readonly Token[] {
  const tax = tokens.findIndex(isTaxPercentage)
  const isCash = tokens.some(({ text }) => WORDS.paidAsDollars.has(text) || CASH.has(text))
  const isNamed = tokens.some(({ text }) => WORDS.foreignTax.has(text))
  const isOfAmount = tokens.some((token, at) => isNumber(token) && at !== tax)
  return tax >= 0 && isCash && isOfAmount && !isNamed
    ? tokens.toSpliced(tax, 2, wordOf(WORDS.foreignTax))
    : tokens
}

const CASH: ReadonlySet<string> = new Set(PHRASES.inCash.flatMap((phrase) => phrase.split(' ').slice(-1)))

/** `un pago móvil de 45 mil`, `312.400 en punto`: so much that goes through a bank is bolivares. */
export const throughBanks = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    const isBare = isNumber(token) && !isUnit(tokens[at + 1]) && !isUnit(tokens[at - 1])
    const [before, behind] = [tokens.slice(Math.max(at - 3, 0), at), tokens.slice(at + 1, at + 4)]
    const isThrough = saysAnyOf(before, THROUGH_BANKS) || beginsWith(behind, THROUGH_BANKS)
    const value = token.kind === 'number' && isBare && isThrough ? amountOf(token)?.value : undefined
    return value !== undefined && compare(value, THROUGH_BANKS_MIN) >= 0
      ? [token, wordOf(WORDS.bolivares)]
      : [token]
  })

const THROUGH_BANKS = PHRASES.byPhone.filter((phrase) => !CASH.has(phrase.split(' ').at(-1) ?? ''))

const THROUGH_BANKS_MIN = '1000'

const beginsWith = (tokens: readonly Token[], phrases: readonly string[]): boolean =>
  phrases.some((phrase) => `${tokens.map(({ text }) => text).join(' ')} `.startsWith(`${phrase} `))

/** `tengo 25 mil en el banco, ¿cuántos dólares compro?` says where they are, and at no rate. */
export const withoutBank = (tokens: readonly Token[]): readonly Token[] =>
  tokens.some(({ text }) => WORDS.holds.has(text))
    ? tokens.filter((_, at) => ![at, at - 1, at - 2].some((from) => isBankAt(tokens, from)))
    : tokens

const isBankAt = (tokens: readonly Token[], at: number): boolean =>
  at > 0 &&
  PHRASES.inBank.includes(
    tokens
      .slice(at, at + 3)
      .map(({ text }) => text)
      .join(' '),
  )

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
  const isPart = ({ text }: Token): boolean =>
    isShared && PHRASES.inCash.some((cash) => cash.endsWith(` ${text}`))
  return tokens.some(isNumber)
    ? tokens.filter((token, at) => !isCash(at) && !isCash(at - 1) && !isPart(token))
    : tokens
}

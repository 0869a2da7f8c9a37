import { isDeepStrictEqual } from 'node:util'
import type { Decimal } from '../domain/decimal.ts'
import { isUsable } from './amounts.ts'
import type { Request } from './request.ts'
import { amountsIn, betweenAmounts, endOf, type Speech, type SpokenAmount } from './speech.ts'
import { currencyNamedBy, isThing, isUnit, means, typedOf, USD, unitOf, WORDS } from './tokens.ts'

const EACH_MAX = 20

/** The amounts of a list; undefined where one cannot be used, or there are too many. */
function listed(spoken: readonly SpokenAmount[]): readonly Decimal[] | undefined {
  const amounts = spoken.flatMap(({ value }) => (value !== undefined && isUsable(value) ? [value] : []))
  return amounts.length === spoken.length && amounts.length <= EACH_MAX ? amounts : undefined
}

/** `10, 20 y 50 $ en bs`, `la lista de 1$ 2$ 5$`: amounts of one money side by side. */
export function readEach(speech: Speech): Request | undefined {
  const { typed: tokens, names } = speech
  const spoken = amountsIn(tokens)
  const first = spoken[0]?.at ?? 0
  // `los precios en bs 0,50 1 1,50`
  const isTarget = means(tokens[first - 2], WORDS.to) && isUnit(tokens[first - 1])
  const units = isTarget ? [] : spoken.flatMap(({ unit }) => unit ?? [])
  const [unit] = units
  const isBeside = betweenAmounts(tokens, spoken).every((between) =>
    between.every((token) => token.text === ',' || means(token, WORDS.and)),
  )
  // `bcv 5 10 20 50`, but `50 100` may be one number
  const isBare = tokens.every(
    (token) =>
      token.kind === 'name' || token.text === ',' || (token.kind === 'number' && !/\s/.test(typedOf(token))),
  )
  const money = unitOf(unit) ?? ((isBare && names.length === 1) || isTarget ? USD : undefined)
  const isOne =
    units.every((one) => isDeepStrictEqual(unitOf(one), money)) &&
    (units.length <= 1 || units.length === spoken.length)
  const amounts = listed(spoken)
  const [rate, ...rates] = names.filter((name) => !currencyNamedBy(name))
  const isList = isOne && isBeside && rates.length === 0
  if (!amounts || amounts.length < 3 || !isList || !money || money.kind === 'name') return undefined
  return { kind: 'each', amounts, unit: money, ...(rate !== undefined && { rate }) }
}

const BEFORE_LIST = [WORDS.listing, WORDS.price, WORDS.with, WORDS.telling]

/** `lista de precios: lápiz 0,50, borrador 0,35`: things with their prices, each of which is asked. */
export function readPriceList({ typed, has, rates: others }: Speech): Request | undefined {
  const spoken = amountsIn(typed)
  const units = spoken.flatMap(({ unit }) => (unit ? [unitOf(unit)] : []))
  const colon = typed.findIndex(({ text }) => text === ':')
  const things = spoken.map(({ at }, place) => {
    const before = spoken[place - 1]
    const from = before ? endOf(typed, before) : colon + 1
    const said = typed
      .slice(from, at)
      .filter((token) => token.kind === 'word' && !means(token, WORDS.listing))
    const last = said.findLastIndex((token) => isUnit(token) || means(token, ...BEFORE_LIST))
    const named = said.slice(place === 0 ? last + 1 : Number(means(said[0], WORDS.and)))
    return named.some(isThing) ? named.map(typedOf).join(' ') : ''
  })
  const isDollars = units.every((unit) => isDeepStrictEqual(unit, USD))
  const amounts = listed(spoken)
  if (!amounts || amounts.length < 2 || others.length > 0) return undefined
  if (!has(WORDS.listing) || !isDollars || things.includes('')) return undefined
  return { kind: 'each', amounts, unit: USD, names: things }
}

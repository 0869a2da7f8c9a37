import { type Comparison, compareOffer, type Offer } from '../../domain/deal/charge.ts'
import { absolute, compare, type Decimal, multiply, round } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import { given, type Money, moneyOf, notesOn, plainTitle, trustNotices } from '../../words/price.ts'
import { alignedRight, block, code, type Listed, lines, notesBelow, spread } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

/** What people compare an offer with. */
interface Benchmark {
  readonly kind: keyof Words['worth']['names']
  readonly quote: Quote
}

/** An offer and the prices that it is compared with. `asOf` is when the API last said so. Times in ms. */
export interface WorthView {
  readonly offer: Offer
  readonly benchmarks: readonly [Benchmark, ...Benchmark[]]
  readonly asOf: number
  readonly now: number
}

/** What decides whether an offer is good: the first of these that there is. */
const DECIDING: readonly Benchmark['kind'][] = ['parallel', 'exchange', 'official']

/** Compares an offer with each price, and says in a line whether it is good. */
export function worthCard(words: Words, view: WorthView): string {
  const { offer, benchmarks, asOf, now } = view
  const { worth, numbers } = words
  const [{ quote: first }] = benchmarks
  const quotes = benchmarks.map(({ quote }) => quote)
  const { amount } = offer
  const money = moneyOf(first)
  const price = `<b>${said(words, offer, money)}</b>`
  return lines(
    price,
    amount !== undefined &&
      worth.total(given(numbers, money, amount), numbers.bolivares(round(multiply(amount, offer.price), 2))),
    block(rowsOf(words, view)),
    ...notesBelow(notesOn(words, quotes, now)),
    verdictOf(words, view),
    trustNotices(words, quotes, asOf, now),
  )
}

/** `Te venden a Bs. 980,00`; `$1 = Bs. 640,00` of a price that was only said. */
const said = ({ worth, numbers }: Words, { side, price }: Offer, money: Money): string =>
  side === 'said'
    ? `${given(numbers, money, '1')} = ${numbers.bolivares(price)}`
    : worth.offer[side](numbers.bolivares(price))

const priceOf = ({ quote }: Benchmark, now: number): Decimal => leadingPrice(quote, now).price

const sign = (value: Decimal): string => (compare(value, '0') > 0 ? '+' : compare(value, '0') < 0 ? '−' : '')

/** `+22,74 %`. */
const signedPercent = (words: Words, percent: Decimal): string =>
  words.percent(`${sign(percent)}${words.numbers.decimal(absolute(percent))}`)

/** A row for each price, with a second one below it for the amount. */
function rowsOf(words: Words, { offer, benchmarks, now }: WorthView): string[] {
  const { numbers } = words
  const titles = benchmarks.map(({ quote }) => plainTitle(quote))
  const compared = benchmarks.map((one) => compareOffer(offer, priceOf(one, now)))
  const prices = alignedRight(benchmarks.map((one) => numbers.price(priceOf(one, now))))
  const percents = alignedRight(compared.map(({ percent }) => signedPercent(words, percent)))
  return compared.flatMap(({ difference }, at) => [
    spread(titles[at] ?? '', `${prices[at]}  ${percents[at]}`),
    ...(difference === undefined
      ? []
      : [spread('', `${sign(difference)}${numbers.bolivares(absolute(difference))}`)]),
  ])
}

/** `👍 Te conviene: es 3,16 % más barato que el paralelo. Pagas Bs. 5.549,00 menos.` */
function verdictOf(words: Words, { offer, benchmarks, now }: WorthView): string {
  if (offer.side === 'said') return nearestOf(words, { offer, benchmarks, now })
  const [deciding] = DECIDING.flatMap((kind) => benchmarks.find((one) => one.kind === kind) ?? [])
  if (!deciding) return ''
  const { worth, numbers } = words
  const { percent, difference, verdict }: Comparison = compareOffer(offer, priceOf(deciding, now))
  const name = worth.names[deciding.kind]
  if (verdict === 'same') return worth.same(name)
  const direction = compare(percent, '0') > 0 ? 'above' : 'below'
  const said = worth.verdict[offer.side][direction](words.percent(numbers.decimal(absolute(percent))), name)
  const sum =
    difference !== undefined && worth.sum[offer.side][direction](numbers.bolivares(absolute(difference)))
  return `${worth[verdict](said)}${sum ? ` ${sum}` : ''}`
}

/** `Lo más cercano: el paralelo (−2,13 %).` */
function nearestOf(words: Words, { offer, benchmarks, now }: Omit<WorthView, 'asOf'>): string {
  const compared = benchmarks.map((one) => ({ one, ...compareOffer(offer, priceOf(one, now)) }))
  const [nearest] = compared.toSorted((a, b) => compare(absolute(a.percent), absolute(b.percent)))
  if (!nearest) return ''
  const name = words.worth.names[nearest.one.kind]
  return nearest.verdict === 'same'
    ? words.worth.same(name)
    : words.worth.nearest(name, signedPercent(words, nearest.percent))
}

/** `Te venden a Bs. 980,00`, and below whether it is good. */
export const worthResult = (words: Words, view: WorthView): Listed => ({
  title: said(words, view.offer, moneyOf(view.benchmarks[0].quote)),
  description: verdictOf(words, view),
})

/** Asks for the offer. */
export const worthQuestion = ({ worth }: Words): string => lines(worth.ask, ...worth.askExamples.map(code))

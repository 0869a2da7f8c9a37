import { HOUR_MS } from '../../../src/domain/caracas.ts'
import { CODE_OF, monitorName, type Quote } from '../../../src/domain/monitor.ts'
import { scheduleText } from '../../../src/domain/schedule.ts'
import { type Catalogue, createCatalogue } from '../../../src/language/catalogue.ts'
import type { Request } from '../../../src/language/request.ts'
import type { Unit } from '../../../src/language/tokens.ts'
import { monitor, quote } from '../../integration/bot/memory.ts'

/** Sunday. */
export const TODAY = '2026-11-22'

/** The real sources of Venezuela, in their order. */
export const MONITORS: readonly Quote[] = [
  quote(monitor('bcv.usd'), 'Dólar BCV', '798.45', {
    source: 'Banco Central',
    aliases: ['bcv', 'oficial', 'banco'],
  }),
  quote(monitor('bcv.eur', 'euro'), 'Euro BCV', '921.3', { source: 'Banco Central' }),
  quote(monitor('bcv.cny'), 'Yuan BCV', '112', { source: 'Banco Central', aliases: ['yuan'] }),
  quote(monitor('bcv.try'), 'Lira BCV', '19', { source: 'Banco Central', aliases: ['lira'] }),
  quote(monitor('bcv.rub'), 'Rublo BCV', '9.8', { source: 'Banco Central', aliases: ['rublo'] }),
  quote(monitor('paralelo.usd'), 'Dólar paralelo', '1006.2', {
    source: 'Paralelo',
    aliases: ['paralelo', 'negro', 'monitor'],
  }),
  quote(monitor('paralelo.eur', 'euro'), 'Euro paralelo', '1161', {
    source: 'Paralelo',
    aliases: ['euro paralelo', 'euro negro', 'parallel euro'],
  }),
  quote(monitor('binance.usdt'), 'USDT', '1009', {
    source: 'Binance P2P',
    aliases: ['usdt', 'binance', 'p2p'],
  }),
  quote(monitor('binance.compra'), 'USDT al comprar', '1012', { source: 'Binance P2P' }),
  quote(monitor('binance.venta'), 'USDT al vender', '1005', { source: 'Binance P2P' }),
  quote(monitor('binance.pagomovil'), 'USDT pago móvil', '1008', {
    source: 'Binance P2P',
    aliases: ['usdt pago movil', 'binance pago movil', 'usdt mobile payment'],
  }),
  quote(monitor('promedio.usd'), 'Promedio', '902', { source: 'Promedio', aliases: ['promedio'] }),
]

/** The same from a server that gives no aliases. */
export const WITHOUT_ALIASES: readonly Quote[] = MONITORS.map(({ aliases: _, ...one }) => one)

const CATALOGUE = createCatalogue(MONITORS)

type Named = (name: string) => string
/** `usd` is a key; `dollar` is any other word for it, which a chat may prefer. */
const CURRENCY_NAMES = new Set(['usd', 'eur', 'dollar', 'euro'])

/** A request in one line, as `test/fixtures/sentences.txt` writes it. */
export function lineOf(request: Request | undefined, { find }: Pick<Catalogue, 'find'> = CATALOGUE): string {
  const named: Named = (name) => {
    if (CURRENCY_NAMES.has(name)) return name
    const [found] = find(name)
    return found ? monitorName(found.monitor) : `?${name}`
  }
  return request ? line(request, named) : 'none'
}

const unitOf = (unit: Unit, named: Named): string =>
  unit.kind === 'bolivares' ? 'VES' : unit.kind === 'currency' ? unit.code : named(unit.name)

type Line<Kind extends Request['kind']> = (request: Extract<Request, { kind: Kind }>, named: Named) => string
const SIGNS = { above: '>', below: '<', reaches: '=', percent: '±', rise: '+', fall: '−' }

/** `06`, and `1-11h`. */
const daysOrHours = (change: { readonly days: readonly number[] } | { readonly hours: readonly number[] }) =>
  'days' in change ? change.days.join('') : `${change.hours[0]}-${change.hours.at(-1)}h`

const LINES: { readonly [Kind in Request['kind']]?: Line<Kind> } = {
  rate: ({ names, day, otherDays = [], isOpening }, named) =>
    words(
      'rate',
      names.map(named).join(','),
      day && `on ${[day, ...otherDays].join(',')}`,
      isOpening && 'opening',
    ),
  convert({ conversion, missing }, named) {
    if (!conversion) return 'convert'
    const { amount, from, plus = [], to, at, date, isOrToday } = conversion
    const added = plus.map((one) => `+ ${one.amount} ${unitOf(one.unit, named)}`)
    const places = at.length > 0 && `@ ${at.map(named).join(',')}`
    return words(
      'convert',
      amount,
      unitOf(from, named),
      ...added,
      to && `> ${unitOf(to, named)}`,
      places,
      date,
      isOrToday && 'or today',
      missing && `without ${missing}`,
    )
  },
  history({ history: { names, isGap, range, crossed } }, named) {
    const days = range && (range.kind === 'last' ? `${range.days}d` : `${range.from}..${range.to}`)
    return words(
      'history',
      isGap && 'gap',
      names.map(named).join(','),
      days,
      crossed && `crossed ${crossed.isBelow ? SIGNS.below : SIGNS.above} ${crossed.price}`,
    )
  },
  gap: ({ names }, named) => words('gap', names.map(named).join(',')),
  own_rate: ({ amount: { amount, unit }, price, out }, named) => {
    const rate = typeof price === 'object' ? named(price.name) : price
    return words('own_rate', amount, unitOf(unit, named), '@', rate, out && `out of ${named(out)}`)
  },
  each: ({ amounts, unit, rate, names = [] }, named) =>
    words('each', amounts.join(','), unitOf(unit, named), rate && `@ ${named(rate)}`, names.join(', ')),
  published: ({ name }, named) => words('published', name && named(name)),
  trend: ({ names }, named) => words('trend', names.map(named).join(',')),
  changes: ({ changes: { name, day } }, named) => words('changes', name && named(name), day !== TODAY && day),
  alert({ alert: { signal, condition, isOnce, cooldownMs, until } }, named) {
    const subject =
      signal.kind === 'gap' ? words('gap', signal.names.map(named).join(',')) : named(signal.name)
    const sign = SIGNS[condition.kind]
    const value = 'percent' in condition ? `${sign}${condition.percent}%` : `${sign} ${condition.threshold}`
    const rest = cooldownMs !== undefined && `rests ${cooldownMs / HOUR_MS}h`
    return words('alert', subject, value, isOnce && 'once', rest, until && `until ${until}`)
  },
  follow: ({ name }, named) => words('follow', name && named(name)),
  alert_on: ({ name }, named) => words('alert_on', named(name)),
  quiet: ({ hours }) => words('quiet', hours === 'none' ? hours : hours && `${hours.from}-${hours.to}`),
  alert_change({ change: { act, isAll, isExcept, id, place, name, at, value } }, named) {
    const which = [
      isExcept && 'except',
      place !== undefined && `place ${place}`,
      id !== undefined && `#${id}`,
      name && named(name),
      at && `at ${at}`,
    ]
    return words(act, isAll && 'all', ...which, value && `to ${value}`)
  },
  digest: ({ schedule, name }, named) => words('digest', scheduleText(schedule), name && named(name)),
  digest_change: ({ change }) =>
    words('digest', change.act, 'time' in change ? change.time : daysOrHours(change)),
  about: ({ topic }) => words('about', topic),
  mute: ({ until }) => words('mute', until),
  my_rate: ({ price }) => words('my_rate', price),
  unfollow: ({ name }, named) => words('unfollow', name && named(name)),
  worth: ({ side, price, quantity }, named) =>
    words('worth', side, price, quantity && words(quantity.amount, unitOf(quantity.unit, named))),
  charge({ charge, isAdded }, named) {
    if (!charge) return 'charge'
    const { bill, paid, currency, billedIn = currency, isTaxed, rate, ownRate } = charge
    const money = bill.in === 'bolivares' ? 'VES' : billedIn === 'euro' && 'EUR'
    const foreign = paid.foreign !== '0' && `paid ${paid.foreign} ${CODE_OF[currency]}`
    const bolivares = paid.bolivares !== '0' && `paid ${paid.bolivares} VES`
    return words(
      'charge',
      bill.amount,
      money,
      foreign,
      bolivares,
      isTaxed && 'taxed',
      isAdded && 'added',
      rate && `at ${named(rate)}`,
      ownRate && `at ${ownRate}`,
    )
  },
  shop: ({ line: { products = [], isAdded } }) =>
    words('shop', isAdded && 'add', products.map(({ name, price }) => `${name} ${price}`).join(', ')),
  settings: ({ page }) => words('settings', page),
  refused: ({ reason, word }) => words('refuse', reason, word),
  bad_charge: ({ reason }) => words('refuse', reason),
  bad_alert: ({ reason, word }) => words('refuse', reason, word),
  amount: ({ amount }) => words('amount', amount),
}

const line = (request: Request, named: Named): string =>
  (LINES[request.kind] as Line<Request['kind']> | undefined)?.(request, named) ?? request.kind

const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ')

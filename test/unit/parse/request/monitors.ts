import { createCatalogue } from '../../../../src/parse/catalogue/catalogue.ts'
import type { Unit } from '../../../../src/parse/names.ts'
import type { Request } from '../../../../src/parse/request/request.ts'
import { addDays } from '../../../../src/rates/caracas.ts'
import { monitorName, type Quote } from '../../../../src/rates/monitor.ts'
import { monitor, quote } from '../../../integration/bot/memory.ts'

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
  quote(monitor('binance.usdt'), 'USDT', '1009', {
    source: 'Binance P2P',
    aliases: ['usdt', 'binance', 'p2p'],
  }),
  quote(monitor('binance.compra'), 'USDT al comprar', '1012', { source: 'Binance P2P' }),
  quote(monitor('binance.venta'), 'USDT al vender', '1005', { source: 'Binance P2P' }),
  quote(monitor('promedio.usd'), 'Promedio', '902', { source: 'Promedio', aliases: ['promedio'] }),
]

/** The same from a server that gives no aliases. */
export const WITHOUT_ALIASES: readonly Quote[] = MONITORS.map(({ aliases: _, ...one }) => one)

type Named = (name: string) => string

/** A request in one line, as `test/fixtures/sentences.txt` writes it. */
export function lineOf(request: Request | undefined, monitors: readonly Quote[] = MONITORS): string {
  const { find } = createCatalogue(monitors)
  const named: Named = (name) => {
    if (name === 'usd' || name === 'eur') return name
    const [found] = find(name)
    return found ? monitorName(found.monitor) : `?${name}`
  }
  return request ? line(request, named) : 'none'
}

const unitOf = (unit: Unit, named: Named): string =>
  unit.kind === 'bolivares' ? 'VES' : unit.kind === 'currency' ? unit.code : named(unit.name)

function line(request: Request, named: Named): string {
  switch (request.kind) {
    case 'rate':
      return words('rate', request.names.map(named).join(','), request.day && `on ${request.day}`)
    case 'convert': {
      if (!request.conversion) return 'convert'
      const { amount, from, to, at, date } = request.conversion
      const places = at.length > 0 && `@ ${at.map(named).join(',')}`
      return words('convert', amount, unitOf(from, named), to && `> ${unitOf(to, named)}`, places, date)
    }
    case 'history': {
      const { names, isGap, range } = request.history
      const days = range && (range.kind === 'last' ? `${range.days}d` : `${range.from}..${range.to}`)
      return words('history', isGap && 'gap', names.map(named).join(','), days)
    }
    case 'gap':
      return words('gap', request.names.map(named).join(','))
    case 'changes':
      return words(
        'changes',
        request.changes.name && named(request.changes.name),
        dayBut(request.changes.day),
      )
    case 'alert': {
      const { signal, condition, isOnce } = request.alert
      const subject =
        signal.kind === 'gap' ? words('gap', signal.names.map(named).join(',')) : named(signal.name)
      const sign = { above: '>', below: '<', reaches: '=', percent: '' }[condition.kind]
      const value = condition.kind === 'percent' ? `${condition.percent}%` : condition.threshold
      return words('alert', subject, sign, value, isOnce && 'once')
    }
    case 'follow':
    case 'unfollow':
      return words(request.kind, request.name && named(request.name))
    case 'worth': {
      const { side, price, quantity } = request
      return words('worth', side, price, quantity && words(quantity.amount, unitOf(quantity.unit, named)))
    }
    case 'charge': {
      const { amount, paid } = request
      return words('charge', amount, paid && words('paid', paid.amount, unitOf(paid.unit, named)))
    }
    case 'refused':
    case 'bad_alert':
      return words('refuse', request.reason)
    case 'amount':
      return words('amount', request.amount)
    default:
      return request.kind
  }
}

const dayBut = (day: string | undefined): string | undefined => (day === addDays(TODAY, 0) ? undefined : day)

const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ')

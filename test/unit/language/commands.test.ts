import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { monitorName, type Quote } from '../../../src/domain/monitor.ts'
import { parseAlert } from '../../../src/language/alert.ts'
import { joinAmounts, parseForeignSum, parseValue } from '../../../src/language/amounts.ts'
import { createCatalogue, currencyNamed } from '../../../src/language/catalogue.ts'
import { parseCharge } from '../../../src/language/charge.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { joinDays } from '../../../src/language/days.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { parseChanges } from '../../../src/language/rate.ts'
import type { Request } from '../../../src/language/request.ts'
import { parseProductLines } from '../../../src/language/shop.ts'
import { isCancelling } from '../../../src/language/talk.ts'
import { parseHours, parseTime, parseZone, takeTimes } from '../../../src/language/times.ts'
import { tokensOf } from '../../../src/language/tokens.ts'
import { lineOf, MONITORS, TODAY } from './monitors.ts'

/**
 * `/command what somebody writes => how it is read`, with the other reading of an ambiguous number. `/command@2026-11-20` is
 * typed on that day, `/command@en-US` in that notation.
 */
const COMMANDS = readFileSync(new URL('../../fixtures/commands.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, command = '', typed = '', reading = ''] = /^\/(\S+) ?(.*?) ?=> (.*)$/.exec(line) ?? []
    return [command, typed, reading] as const
  })

const { find, markNames } = createCatalogue(MONITORS)

/** A request in one line, or why it is refused. */
function readingOf(command: string, typed: string): string {
  const [name = '', at = TODAY] = command.split('@')
  const today = at.includes('US') ? TODAY : at
  const options = { markNames, ...(at === 'en-US' && ({ numbers: at } as const)) }
  const parts: Record<string, () => string | undefined> = {
    time: () => parseTime(typed),
    hours: () => hoursLine(parseHours(typed)),
    zone: () => parseZone(typed),
    value: () => parseValue(typed)?.value,
    sum: () => parseForeignSum(typed),
    days: () => daysIn(typed, today),
    products: () => productsLine(parseProductLines(typed, options.numbers)),
    find: () => namesIn(find(typed)),
    mark: () => markedIn(typed),
    currency: () => currencyNamed(typed),
    timed: () => timedLine(takeTimes(typed)),
    cancel: () => String(isCancelling(typed)),
  }
  const part = parts[name]
  if (part) return part() ?? 'none'
  const reads = {
    history: () => parseHistory(typed, today, options),
    changes: () => parseChanges(typed, today, options),
    alerts: () => parseAlert(typed, today, options),
    convert: () => parseConversion(typed, today, options),
    charge: () => parseCharge(typed, options),
  }
  const read = reads[name as keyof typeof reads]()
  if (read.kind === 'unreadable') return ['refuse', read.reason, read.word].filter((one) => one).join(' ')
  return 'conversion' in read ? conversion(read.conversion) : request(read)
}

const hoursLine = (hours: ReturnType<typeof parseHours>): string | undefined =>
  hours && `${hours.from}-${hours.to}`

const productsLine = (read: ReturnType<typeof parseProductLines>): string =>
  read.kind === 'products'
    ? read.products.map(({ name, price }) => `${name} ${price}`).join(', ')
    : ['refuse', read.kind, 'line' in read ? read.line : ''].filter((one) => one !== '').join(' ')

const namesIn = (found: readonly Quote[]): string | undefined =>
  found.map(({ monitor }) => monitorName(monitor)).join(' ') || undefined

const timedLine = ({ times: [time = 'never'], rest }: ReturnType<typeof takeTimes>): string =>
  `${time} ${rest.replace(/\s+/g, ' ').trim()}`

/** A text after its names are marked: each in brackets, with `$` where it says its currency. */
function markedIn(text: string): string {
  const words = markNames(joinAmounts(tokensOf(text) ?? [])).map((token) =>
    token.kind === 'name' ? `[${token.raw}${token.isMoney ? ' $' : ''}]` : token.text,
  )
  return words.join(' ')
}

/** The days that a text names; `none` for one that does not exist. */
function daysIn(text: string, today: string): string {
  const days = joinDays(joinAmounts(tokensOf(text) ?? []), today).filter(({ kind }) => kind === 'day')
  return days.map((token) => ('day' in token && token.day) || 'none').join(' ') || 'none at all'
}

const conversion = (read: Extract<Request, { kind: 'convert' }>['conversion'] & object): string =>
  `${lineOf({ kind: 'convert', conversion: read })}${or(read.otherReading)}`

type Typed = Exclude<
  ReturnType<typeof parseHistory | typeof parseChanges | typeof parseAlert | typeof parseCharge>,
  { kind: 'unreadable' }
>
function request(read: Typed): string {
  if (read.kind === 'alert')
    return `${lineOf({ kind: 'alert', alert: read.request })}${or(read.request.otherReading)}`
  if (read.kind === 'history') return lineOf({ kind: 'history', history: read.request })
  if (read.kind === 'changes') return lineOf({ kind: 'changes', changes: read.request })
  const { sum, isTaxed } = read.request
  const said = [sum !== undefined && ` of ${sum}`, isTaxed === false && ' untaxed'].filter((one) => one)
  return `${lineOf({ kind: 'charge', charge: read.request })}${said.join('')}`
}

const or = (otherReading: string | undefined): string => (otherReading ? ` or ${otherReading}` : '')

test.each(COMMANDS)('/%s %s is read as %s', (command, typed, reading) => {
  expect(readingOf(command, typed)).toBe(reading)
})

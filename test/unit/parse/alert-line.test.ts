import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../../src/parse/alert.ts'
import { parseValue } from '../../../src/parse/amounts.ts'

const TODAY = '2026-11-20'
const SIGN = { above: '>', below: '<', reaches: '=', percent: '±', rise: '+', fall: '−' } as const
const HOUR_MS = 3_600_000

/** An alert as text: `usd > 900 once, rests 6 h, until 2026-12-31`. */
function reading(line: string): string {
  const read = parseAlert(line, TODAY)
  if (read.kind === 'unreadable') return read.reason
  const { signal, condition, isOnce, cooldownMs, until, otherReading } = read.request
  const what = signal.kind === 'gap' ? ['gap', ...signal.names].join(' ') : signal.name
  const when =
    'percent' in condition
      ? `${SIGN[condition.kind]}${condition.percent} %`
      : `${SIGN[condition.kind]} ${condition.threshold}`
  return [
    `${what} ${when}${isOnce ? ' once' : ''}`,
    ...(cooldownMs === undefined ? [] : [`rests ${cooldownMs / HOUR_MS} h`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(otherReading === undefined ? [] : [`or ${otherReading}`]),
  ].join(', ')
}

describe('an alert on one line, in either language', () => {
  it.each([
    ['usd > 900', 'usd > 900'],
    ['usd>900', 'usd > 900'],
    ['usd >= 900,50', 'usd > 900.5'],
    ['usd < 800 una vez', 'usd < 800 once'],
    ['usd < 800 solo una vez', 'usd < 800 once'],
    ['usd < 800 once', 'usd < 800 once'],
    ['usd > 900 mil una vez', 'usd > 900000 once'],
    ['900 < usd', 'usd > 900'],
    ['900 > usd', 'usd < 900'],
    ['usd mayor que 900', 'usd > 900'],
    ['usd por encima de 900 bs', 'usd > 900'],
    ['si el dólar sube de Bs. 900', 'dollar > 900'],
    ['usd above 900', 'usd > 900'],
    ['usd baja de 800', 'usd < 800'],
    ['usd under 800', 'usd < 800'],
    ['when usd goes > 900', 'usd > 900'],
    ['avísame si el dólar pasa de 900', 'dollar > 900'],
    ['tell me if the price of eur is above 900', 'eur > 900'],
    ['usd > 900 una vez, por favor', 'usd > 900 once'],
    ['usd > $900', 'usd > 900'],
    ['usd > 900 $', 'usd > 900'],
    ['$ > $900', 'dollar > 900'],
    ['> $900 paralelo', 'paralelo > 900'],
    ['gap > 30 €', 'gap > 30'],
    ['$900 < usd', 'usd > 900'],
    ['page_alpha.usd > 1.234,56', 'page_alpha.usd > 1234.56'],
    ['usd > 1.000', 'usd > 1000'],
    ['usd > 1,000', 'usd > 1, or 1000'],
    ['usd 900', 'usd = 900'],
    ['gap 2%', 'gap = 2'],
    ['usd llega a 900', 'usd = 900'],
    ['usd 2%', 'usd ±2 %'],
    ['usd sube o baja 2%', 'usd ±2 %'],
    ['2% usd', 'usd ±2 %'],
    ['usd ±2,5 %', 'usd ±2.5 %'],
    ['usd .5%', 'usd ±0.5 %'],
    ['usd +,500 %', 'usd +0.5 %'],
    ['usd > $.50', 'usd > 0.5'],
    ['usd +-3', 'usd ±3 %'],
    ['usd sube 2%', 'usd +2 %'],
    ['paralelo -3%', 'paralelo −3 %'],
    ['paralelo −2,5 %', 'paralelo −2.5 %'],
    ['-3% paralelo', 'paralelo −3 %'],
    ['paralelo +3%', 'paralelo +3 %'],
    ['paralelo + 3 %', 'paralelo +3 %'],
    ['paralelo 3%', 'paralelo ±3 %'],
    ['paralelo baja -3%', 'paralelo −3 %'],
    ['usd +900', 'usd = 900'],
    ['gap > +5', 'gap > 5'],
    ['usd < 2,5%', 'usd −2.5 %'],
    ['usd 2 por ciento', 'usd ±2 %'],
    ['gap > 30', 'gap > 30'],
    ['gap > 30%', 'gap > 30'],
    ['brecha menor que 20 %', 'gap < 20'],
    ['gap < -5', 'gap < -5'],
    ['30 < gap', 'gap > 30'],
    ['usd 900 >', 'usd > 900'],
    ['gap 30 >', 'gap > 30'],
    ['gap page_alpha.usd page_beta.usdt > 12', 'gap page_alpha.usd page_beta.usdt > 12'],
    ['usd > 900 cada 6h', 'usd > 900, rests 6 h'],
    ['usd > 900 cada 30 min', 'usd > 900, rests 0.5 h'],
    ['cada hora usd 2%', 'usd ±2 %, rests 1 h'],
    ['usd > 900 every 2 days', 'usd > 900, rests 48 h'],
    ['usd > 900 hasta 31-12-2026', 'usd > 900, until 2026-12-31'],
    ['usd > 900 hasta el 31 de diciembre', 'usd > 900, until 2026-12-31'],
    ['usd > 900 hasta el viernes', 'usd > 900, until 2026-11-20'],
    ['usd > 900 hasta el miércoles', 'usd > 900, until 2026-11-25'],
    ['usd > 900 until thursday', 'usd > 900, until 2026-11-26'],
    ['usd > 900 until 31/01', 'usd > 900, until 2027-01-31'],
    ['usd > 900 until 20/11', 'usd > 900, until 2026-11-20'],
    ['usd > 900 hasta el 20 de noviembre', 'usd > 900, until 2026-11-20'],
    ['usd > 900 hasta el 29 de febrero', 'usd > 900, until 2028-02-29'],
    ['usd > 900 hasta el 15 de enero de 2028 una vez', 'usd > 900 once, until 2028-01-15'],
    ['usd > 900 until december 24', 'usd > 900, until 2026-12-24'],
    ['usd > 900 until december 24, 2027 once', 'usd > 900 once, until 2027-12-24'],
    ['usd > 900 hasta el día 19', 'usd > 900, until 2026-12-19'],
    ['usd > 900 cada 30 días', 'usd > 900, rests 720 h'],
    ['una vez usd > 900', 'usd > 900 once'],
    ['usd > 900 por favor', 'usd > 900'],
    ['usd sube por encima de 900', 'usd > 900'],
    ['usd < 800 una vez cada 6h hasta 31-12-2026', 'usd < 800 once, rests 6 h, until 2026-12-31'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('names of an alert', () => {
  it.each([
    ['usd perros a 900', 'perros'],
    ['usd > 900 hasta navidad', 'navidad'],
    ['gap usd eur perros > 30', 'perros'],
    ['cop > 900 perros', 'perros'],
  ])('%s: the word that is no rate is named', (line, word) => {
    expect(parseAlert(line, TODAY)).toEqual({ kind: 'unreadable', reason: 'strange_sign', word })
  })

  it('are one where unknown words stand side by side', () => {
    expect(reading('mesa norte > 900')).toBe('mesa norte > 900')
    expect(reading('si el dólar parlelo > 900')).toBe('dólar parlelo > 900')
  })

  it('are that of the chat where none is said', () => {
    const subject = 'bcv.usd'
    expect(parseAlert('> 900', TODAY, { subject })).toMatchObject({ request: { signal: { name: subject } } })
    expect(parseAlert('usd > 900', TODAY, { subject })).toMatchObject({
      request: { signal: { name: 'usd' } },
    })
  })
})

describe('a line that is no alert has a reason', () => {
  it.each([
    ['', 'no_signal'],
    ['> 900', 'no_signal'],
    ['usd', 'no_condition'],
    ['usd >', 'no_number'],
    ['usd > -5', 'bad_number'],
    ['usd > 0', 'bad_number'],
    ['usd > 1.2.3', 'bad_number'],
    ['usd > 900 < 800', 'two_conditions'],
    ['900 > usd 950', 'two_conditions'],
    ['usd eur > 900', 'too_many_names'],
    ['gap usd > 30', 'gap_needs_two'],
    ['usd 0%', 'bad_percent'],
    ['usd 0,0001%', 'bad_percent'],
    ['usd .01%', 'bad_percent'],
    ['usd -,01%', 'bad_percent'],
    ['usd sube 0,09%', 'bad_percent'],
    ['usd -0.09%', 'bad_percent'],
    ['usd -0%', 'bad_percent'],
    ['usd sube -3%', 'bad_percent'],
    ['usd baja +3%', 'bad_percent'],
    ['usd -100%', 'bad_percent'],
    ['usd sube 100%', 'bad_percent'],
    ['usd 100%', 'bad_percent'],
    ['usd > 900 cada 5', 'bad_cooldown'],
    ['usd > 900 cada 0 h', 'bad_cooldown'],
    ['usd > 900 cada 31 días', 'bad_cooldown'],
    ['usd > 900 cada 6h cada 2h', 'bad_cooldown'],
    ['usd > 900 hasta 31-02-2027', 'bad_date'],
    ['usd > 900 hasta 31-12-2026 hasta 01-02-2027', 'bad_date'],
    ['usd '.repeat(200), 'too_long'],
    ['usd > 900 hasta ayer', 'past_date'],
    ['usd > 900 #', 'strange_sign'],
  ])('%s: %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('the value of an alert, typed alone', () => {
  it.each([
    ['950', '950'],
    ['1.200', '1200'],
    ['1.234,56', '1234.56'],
    ['Bs. 950', '950'],
    ['950 bolívares', '950'],
    ['> 950', '950'],
    ['2,5 %', '2.5'],
    ['.01%', '0.01'],
    ['Bs.50', '50'],
    ['2 por ciento', '2'],
    ['±3%', '3'],
    ['-5 %', '-5'],
    ['dos mil', '2000'],
    ['hola', undefined],
    ['900 usd', undefined],
    ['900 o 950', undefined],
    ['', undefined],
    ['9'.repeat(300), undefined],
  ])('%j is the value %s', (text, value) => {
    expect(parseValue(text)?.value).toBe(value)
  })
})

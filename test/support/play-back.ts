import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { readSeries } from './series.ts'

/**
 * A source page that plays back a column of a CSV file, a row every few seconds:
 * `npx node test/support/play-back.ts --date-column date --price-column bcv_usd --from 2026-01-01 FILE.csv`.
 * It answers `{"price": …, "date": …}`; `every` is in seconds, and rows without a price are passed over.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'date-column': { type: 'string', default: 'date' },
    'price-column': { type: 'string', default: 'price' },
    from: { type: 'string', default: '' },
    every: { type: 'string', default: '3' },
    port: { type: 'string', default: '8099' },
  },
})

const rows = readSeries(positionals[0] ?? '', {
  dateColumn: values['date-column'],
  priceColumn: values['price-column'],
  from: values.from,
})

let at = 0
setInterval(() => {
  at = Math.min(at + 1, rows.length - 1)
  process.stdout.write(`${new Date().toISOString()} ${rows[at]?.date} ${rows[at]?.price}\n`)
}, Number(values.every) * 1000)

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[at]))
}).listen(Number(values.port), '127.0.0.1')

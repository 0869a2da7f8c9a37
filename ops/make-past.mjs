// Makes the past that comes with the program of daily prices (date, bcv_usd, bcv_eur, bcv_src, parallel_close, parallel_low,
// parallel_high, p2p_mid_close): a line a day, `paralelo.usd,2026-08-22,900.88,895.97,905.41`, of close, low and high.
//   node ops/make-past.mjs ves_daily.csv
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

/** A parallel price that stood still for so many days was frozen at its source. */
const FROZEN_DAYS = 7
/** No price is so far from both its neighbours, on the same side of them, but a wrong one. */
const SPIKE = 0.1

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the CSV file of daily prices')
const rows = parse(readFileSync(file, 'utf8'), { columns: true })

const series = {
  // What was rounded to centimos is not the price of the bank.
  'bcv.usd': rows.filter((row) => !/2dp/.test(row.bcv_src)).map((row) => [row.date, row.bcv_usd]),
  'bcv.eur': rows.filter((row) => !/2dp/.test(row.bcv_src)).map((row) => [row.date, row.bcv_eur]),
  'paralelo.usd': withoutFrozen(
    rows
      .filter((row) => row.parallel_close !== '')
      .map((row) => [row.date, row.parallel_close, row.parallel_low, row.parallel_high]),
  ),
  'binance.usdt': rows.map((row) => [row.date, row.p2p_mid_close]),
}

/** Keeps the first day of each price that stood still. */
function withoutFrozen(days) {
  const runs = []
  for (const day of days) {
    if (runs.at(-1)?.[0][1] === day[1]) runs.at(-1).push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => (run.length >= FROZEN_DAYS ? run.slice(0, 1) : run))
}

function isSpike(days, at) {
  const [before, price, after] = [days[at - 1], days[at], days[at + 1]].map((day) => Number(day?.[1]))
  return (
    Math.min(price / before, price / after) > 1 + SPIKE || Math.max(price / before, price / after) < 1 - SPIKE
  )
}

const lines = Object.entries(series).flatMap(([name, given]) => {
  const days = given.filter(([, price]) => price !== '')
  const wrong = days.filter((_, at) => isSpike(days, at))
  const kept = days.filter((day) => !wrong.includes(day))
  process.stdout.write(
    `${name}: ${kept.length} days, ${kept[0][0]} to ${kept.at(-1)[0]}, left out: ${wrong.join(' ') || 'none'}\n`,
  )
  return kept.map((day) => [name, ...day].join(','))
})
const target = new URL('../src/service/sources/shipped/past.csv.gz', import.meta.url)
writeFileSync(target, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))

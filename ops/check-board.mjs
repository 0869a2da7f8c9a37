// Runs every query of ops/grafana.json against a Prometheus, and prints those without a result:
//   node ops/check-board.mjs http://127.0.0.1:9090
import { readFileSync } from 'node:fs'

const [prometheus] = process.argv.slice(2)
if (!prometheus) throw new Error('Name the address of a Prometheus')
const board = JSON.parse(readFileSync(new URL('grafana.json', import.meta.url), 'utf8'))
const queries = board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))

let empty = 0
for (const { title, expr } of queries) {
  const answer = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`)
  const { status, error, data } = await answer.json()
  const figures = status === 'success' ? data.result.filter(({ value: [, figure] }) => figure !== 'NaN') : []
  if (figures.length > 0) continue
  empty += 1
  process.stdout.write(`${title}: ${error ?? 'empty'}: ${expr}\n`)
}
process.stdout.write(`${queries.length} queries, ${empty} without a result\n`)
process.exitCode = empty === 0 ? 0 : 1

import { parseArgs } from 'node:util'
import { describeRun, writeSection } from '../support/reliability.ts'
import { faultsSection, lineOf, type Untried } from './report.ts'
import { isGreen, type Result, runScenario } from './scenario.ts'
import { SCENARIOS, UNTRIED } from './scenarios.ts'

const SEEDS = 1_000_000_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    only: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const wanted = SCENARIOS.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
if (wanted.length === 0 || !Number.isInteger(seed)) {
  const names = SCENARIOS.map(({ name }) => name).join(', ')
  process.stderr.write(`--seed takes a whole number; --only one of ${names}\n`)
  process.exit(1)
}

const run = describeRun()
const results: Result[] = []
const untried: Untried[] = [...UNTRIED]
for (const scenario of wanted) {
  const why = scenario.cannot?.()
  if (why !== undefined) untried.push({ promise: scenario.promise, why })
  else {
    const result = await runScenario(scenario, seed, values.short)
    results.push(result)
    process.stdout.write(`${lineOf(result)}\n`)
  }
}
const green = results.filter(isGreen).length
process.stdout.write(`${green} of ${results.length} green\n`)
if (!values.short && wanted.length === SCENARIOS.length)
  writeSection('faults', faultsSection(results, untried, run))
process.exit(green === results.length ? 0 : 1)

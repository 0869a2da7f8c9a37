import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun, writeSection } from '../support/reliability.ts'
import { faultsSection, type Kept } from './document.ts'
import { isGreen, lineOf, type Result, runScenario, type Scenario } from './scenario.ts'
import { SCENARIOS, UNTRIED } from './scenarios.ts'

/** Ignored by git. */
const CACHE = 'coverage/faults'
const SEEDS = 1_000_000_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    only: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '0' },
  },
})
const firstSeed = Number(values.seed)
const minutesMin = Number(values.minutes)
const wanted = SCENARIOS.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
if (wanted.length === 0 || !Number.isInteger(firstSeed) || Number.isNaN(minutesMin)) {
  process.stderr.write(
    `--seed takes a whole number, --minutes a number; --only one of ${SCENARIOS.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}

const run = describeRun()
const startedAt = performance.now()
const minutesPassed = (): number => (performance.now() - startedAt) / 60_000
const impossible = SCENARIOS.flatMap(({ promise, cannot }) => {
  const why = cannot?.()
  return why === undefined ? [] : [{ promise, why }]
})
const possible = wanted.filter(({ promise }) => !impossible.some((one) => one.promise === promise))

const results: Result[] = []
let seed = firstSeed
for (const scenario of possible) await tryOut(scenario, seed)
// In the time that is left, all of them again with the next seeds.
for (let next = possible.length; minutesPassed() < minutesMin; next += 1) {
  seed = firstSeed + Math.floor(next / possible.length)
  await tryOut(possible[next % possible.length] as Scenario, seed)
}
const green = results.filter(isGreen).length
process.stdout.write(
  `${green} of ${results.length} green, seeds ${firstSeed} to ${seed}, ${minutesPassed().toFixed(1)} minutes\n`,
)
process.exit(green === results.length ? 0 : 1)

async function tryOut(scenario: Scenario, seed: number): Promise<void> {
  const result = await runScenario(scenario, seed, values.short)
  results.push(result)
  process.stdout.write(`${lineOf(result)}\n`)
  if (!values.short) keep(result)
}

/** Keeps the result and writes the section at once, so that a run that is ended early is not lost. */
function keep({ scenario: { name }, ...result }: Result): void {
  mkdirSync(CACHE, { recursive: true })
  const kept: Kept = { ...result, name, run, at: Date.now() }
  writeFileSync(join(CACHE, `${name}-${kept.seed}.json`), JSON.stringify(kept))
  const all = readdirSync(CACHE).map((file): Kept => parseKept(readFileSync(join(CACHE, file), 'utf8')))
  writeSection('faults', faultsSection(SCENARIOS, all, [...UNTRIED, ...impossible]))
}

/** JSON has no infinity, which is the delay of what never came. */
function parseKept(json: string): Kept {
  return JSON.parse(json, (key, value) => (key === 'ms' && value === null ? Number.POSITIVE_INFINITY : value))
}

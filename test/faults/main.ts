import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { replaceSection } from '../support/reliability.ts'
import { faultsSection, hasFullRun } from './document.ts'
import { isGreen, lineOf, type Result, runScenario } from './scenario.ts'
import { SCENARIOS, UNTRIED } from './scenarios.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/reliability.md')
const GIB = 1024 ** 3
const SECTION = 'faults'
const SEEDS = 1_000_000_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    only: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
})
const seed = Number(values.seed)
const wanted = SCENARIOS.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
if (wanted.length === 0 || !Number.isInteger(seed) || Number.isNaN(Number(values.minutes))) {
  process.stderr.write(
    `--seed takes a whole number, --minutes a number; --only one of ${SCENARIOS.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(1)
}

const startedAt = performance.now()
const minutesPassed = (): number => (performance.now() - startedAt) / 60_000
const results: Result[] = []
const untried = [...UNTRIED]
for (const scenario of wanted) {
  const isLate = minutesPassed() > Number(values.minutes)
  const why = isLate ? `this run's time was over (--minutes ${values.minutes}).` : scenario.cannot?.()
  if (why !== undefined) {
    untried.push({ promise: scenario.promise, why })
    continue
  }
  const result = await runScenario(scenario, seed, values.short)
  results.push(result)
  process.stdout.write(`${lineOf(result)}\n`)
}
const minutes = minutesPassed()
const green = results.filter(isGreen).length
process.stdout.write(`${green} of ${results.length} green, seed ${seed}, ${minutes.toFixed(1)} minutes\n`)

// A part of them must not take the place of a whole run.
if (values.only.length === 0) write()
process.exit(green === results.length ? 0 : 1)

function write(): void {
  const [cpu] = cpus()
  const section = faultsSection({
    results,
    untried,
    date: new Date().toISOString().slice(0, 10),
    commit:
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src') && ' with changes'),
    machine: `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / GIB)} GiB, Node ${process.versions.node}, ${process.platform}`,
    minutes,
    isShort: values.short,
  })
  const document = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '# Reliability\n'
  if (values.short && hasFullRun(document)) return
  writeFileSync(DOCUMENT, replaceSection(document, SECTION, section))
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
}

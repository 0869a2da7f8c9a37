import { parseArgs } from 'node:util'
import { describeRun, writeSection } from '../support/reliability.ts'
import { isGreen, soakFigures, soakSection } from './report.ts'
import { soak } from './soak.ts'

const SEEDS = 1_000_000_000
/** Growth is measured from minute 40 on. */
const MINUTES = 60
const WRITTEN_MINUTES_MIN = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) } },
})
const minutes = Number(positionals[0] ?? MINUTES)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('npm run soak -- MINUTES --seed WHOLE-NUMBER\n')
  process.exit(1)
}

const run = describeRun()
const soaked = await soak({
  seconds: minutes * 60,
  seed,
  print: (line) => void process.stdout.write(`${line}\n`),
})
const section = soakSection(soaked, run)
process.stdout.write([...soaked.surprises, section, '', soakFigures(soaked), ''].join('\n'))
if (minutes >= WRITTEN_MINUTES_MIN) writeSection('soak', section)
process.exit(isGreen(soaked) ? 0 : 1)

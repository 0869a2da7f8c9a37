import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../src/runtime/log.ts'
import { benchAlerts } from './alerts.ts'
import { benchAnswers } from './answers.ts'
import { benchCaps } from './caps.ts'
import { type Figure, rowOf } from './figure.ts'
import { benchIdle } from './idle.ts'
import { benchPush } from './push.ts'
import { benchRate } from './rate.ts'
import { benchRest } from './rest.ts'
import { benchScale } from './scale.ts'

import '../test/support/path.ts'

const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  push: benchPush,
  caps: benchCaps,
  rate: benchRate,
  idle: async () => [...(await benchIdle()), ...(await benchRest())],
  scale: benchScale,
  alerts: benchAlerts,
  service: benchAnswers,
}

const wanted = process.argv.slice(2)
const figures: Figure[] = []
process.stdout.write(
  `Node ${process.versions.node}, ${cpus().length} cores. Each figure beside its limit, measured in this run.\n`,
)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const figure of await run(name, bench)) {
    figures.push(figure)
    process.stdout.write(`${rowOf(figure)}\n`)
  }
}

// A part of them must not take the place of a whole day's figures.
if (wanted.length === 0) {
  const date = new Date().toISOString()
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  const results = JSON.stringify({ date, node: process.versions.node, figures }, null, 2)
  writeFileSync(join(directory, `${date.slice(0, 10)}.json`), `${results}\n`)
}

/** One that fails says why, and does not take the figures of the others with it. */
async function run(name: string, bench: () => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  try {
    return await bench()
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`${name} failed: ${messageOf(error)}\n`)
    return []
  }
}

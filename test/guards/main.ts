import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun } from '../support/reliability.ts'
import { createCopy } from './copy.ts'
import type { Guard } from './guard.ts'
import { countIn, GUARDS } from './guards.ts'
import { type Found, guardsPage } from './report.ts'

/** Both are ignored by git. */
const CACHE = 'coverage/guards/results.json'
const PAGE = 'coverage/guards.md'

/**
 * `npm run guards -- WORDS…`: takes out each guard in turn, in a copy, and expects a test to fail; with words, only guards whose
 * name or file contains one of them. A guard is tried again once its file or its tests have changed; with `--again` always.
 * All results that still hold are written to `coverage/guards.md`.
 */
const { values, positionals: words } = parseArgs({
  options: { again: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isWanted = ({ name, file }: Guard): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || file.includes(word))
const wanted = [...GUARDS.values()].flat().filter(isWanted)
const known = new Map<string, Found>(existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : [])

const copy = createCopy()
const run = describeRun()
let red = 0
try {
  const untried = wanted.filter((guard) => !resultBefore(guard))
  await requireGreen([...new Set(untried.flatMap(({ tests }) => tests))])
  for (const guard of wanted) {
    const before = resultBefore(guard)
    const found = before ?? (await tryWithout(guard))
    if (found.outcome.kind === 'red') red += 1
    process.stdout.write(`${lineOf(guard, found)}\n`)
    if (!before) keep(guard, found)
  }
} finally {
  copy.remove()
  mkdirSync(dirname(PAGE), { recursive: true })
  writeFileSync(
    PAGE,
    guardsPage(GUARDS, (guard) => known.get(keyOf(guard))),
  )
}
process.stdout.write(`${red} of ${wanted.length} guards turned a test red; all results: ${PAGE}\n`)
process.exitCode = red === wanted.length ? 0 : 1

/** A guard without which no test failed is tried again each time. */
function resultBefore(guard: Guard): Found | undefined {
  const found = known.get(keyOf(guard))
  return values.again || found?.outcome.kind !== 'red' ? undefined : found
}

/** A test that fails by itself proves nothing. */
async function requireGreen(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const outcome = await copy.run(files)
  if (outcome.kind === 'green') return
  const why = outcome.kind === 'red' ? outcome.test : outcome.why
  throw new Error(`the tests are not green with all guards: ${why}`)
}

async function tryWithout(guard: Guard): Promise<Found> {
  const path = join(copy.folder, guard.file)
  const source = readFileSync(path, 'utf8')
  const count = countIn(source, guard)
  if (count !== 1)
    return {
      outcome: { kind: 'none', seconds: 0, why: `its text is there ${count} times` },
      file: guard.file,
      run,
    }
  writeFileSync(
    path,
    source.replace(guard.text, () => guard.without ?? ''),
  )
  try {
    let last: Found | undefined
    for (const file of guard.tests) {
      last = { outcome: await copy.run([file]), file, run }
      if (last.outcome.kind !== 'green') return last
    }
    if (!last) throw new Error(`no test is named for: ${guard.name}`)
    return last
  } finally {
    writeFileSync(path, source)
  }
}

/** Differs once the guard, its file or its tests have changed. */
function keyOf(guard: Guard): string {
  const texts = [guard.file, ...guard.tests].map((file) => readFileSync(file, 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([guard, texts]))
    .digest('hex')
}

/** Writes each result at once, so that a run that is ended early is not lost. */
function keep(guard: Guard, found: Found): void {
  known.set(keyOf(guard), found)
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify([...known]))
}

function lineOf({ name }: Guard, { outcome, file }: Found): string {
  const said = { red: 'red  ', green: 'GREEN', none: 'ERROR' }[outcome.kind]
  const what =
    outcome.kind === 'red' ? outcome.test : outcome.kind === 'none' ? outcome.why : 'nothing failed'
  return `${said} ${outcome.seconds.toFixed(1)} s  ${name}  (${file}: ${what})`
}

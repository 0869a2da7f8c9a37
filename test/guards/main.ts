import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun, tableOf, writeSection } from '../support/reliability.ts'
import { createCopy, type Outcome } from './copy.ts'
import type { Guard } from './guard.ts'
import { countIn, GUARDS } from './guards.ts'

/** What was found of a guard, and by which test file. */
interface Found {
  readonly outcome: Outcome
  readonly file: string
}
interface Result extends Found {
  readonly area: string
  readonly guard: Guard
}

const HEAD = ['Guard', 'In', 'Test that failed without it', 's']
/** Ignored by git. */
const CACHE = 'coverage/guards.json'

/**
 * `npm run guards -- WORDS…`: takes out each guard in turn, in a copy, and expects a test to fail; with words, only guards whose
 * name or file contains one of them. A guard is tried again once its file or its tests have changed; with `--again` always.
 */
const { values, positionals: words } = parseArgs({
  options: { again: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isWanted = ({ name, file }: Guard): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || file.includes(word))
const wanted = [...GUARDS].flatMap(([area, guards]) =>
  guards.filter(isWanted).map((guard) => ({ area, guard })),
)
const known = new Map<string, Found>(
  existsSync(CACHE) && !values.again ? JSON.parse(readFileSync(CACHE, 'utf8')) : [],
)

const copy = createCopy()
const results: Result[] = []
try {
  const untried = wanted.filter(({ guard }) => !known.has(keyOf(guard)))
  await requireGreen([...new Set(untried.flatMap(({ guard }) => guard.tests))])
  for (const { area, guard } of wanted) {
    const found = known.get(keyOf(guard)) ?? (await tryWithout(guard))
    results.push({ area, guard, ...found })
    process.stdout.write(`${lineOf(guard, found)}\n`)
    if (found.outcome.kind === 'red') keep(guard, found)
  }
} finally {
  copy.remove()
}
const red = results.filter(({ outcome }) => outcome.kind === 'red')
process.stdout.write(`${red.length} of ${results.length} guards turned a test red\n`)
if (words.length === 0) writeSection('guards', sectionOf(results)) // a part of them must not take the place of all
process.exitCode = red.length === results.length ? 0 : 1

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
    }
  writeFileSync(
    path,
    source.replace(guard.text, () => guard.without ?? ''),
  )
  try {
    let last: Found | undefined
    for (const file of guard.tests) {
      last = { outcome: await copy.run([file]), file }
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

function sectionOf(all: readonly Result[]): string {
  const caught = all.filter(({ outcome }) => outcome.kind === 'red').length
  const areas = Map.groupBy(all, ({ area }) => area)
  return [
    '## Guards',
    '',
    `\`npm run guards\`: each of ${all.length} safety checks was taken out of a copy of the program in turn; ${caught} times a test failed. ${describeRun()}.`,
    ...[...areas].flatMap(([area, rows]) => ['', `### ${area}`, '', tableOf(HEAD, rows.map(rowOf))]),
  ].join('\n')
}

function rowOf({ guard, outcome, file }: Result): string[] {
  const test = outcome.kind === 'red' ? `\`${file}\`: ${outcome.test}` : '**none**'
  return [guard.name, `\`${guard.file}\``, test, outcome.seconds.toFixed(1)]
}

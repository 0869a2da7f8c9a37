import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRun, tableOf, writeSection } from '../support/reliability.ts'
import { createCopy, type Outcome } from './copy.ts'
import type { Guard } from './guard.ts'
import { countIn, GUARDS } from './guards.ts'

/**
 * `npm run guards -- WORDS…`: takes out each guard in turn, in a copy, and expects a test to fail; with words, only guards whose
 * name or file contains one of them.
 */
interface Result {
  readonly area: string
  readonly guard: Guard
  readonly outcome: Outcome
  /** The test file of the outcome. */
  readonly file: string
}

const words = process.argv.slice(2)
const isWanted = ({ name, file }: Guard): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || file.includes(word))
const wanted = [...GUARDS].flatMap(([area, guards]) =>
  guards.filter(isWanted).map((guard) => ({ area, guard })),
)

const copy = createCopy()
const results: Result[] = []
try {
  await requireGreen([...new Set(wanted.flatMap(({ guard }) => guard.tests))])
  for (const { area, guard } of wanted) {
    const result = { area, guard, ...(await tryWithout(guard)) }
    results.push(result)
    process.stdout.write(`${lineOf(result)}\n`)
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
  const outcome = await copy.run(files)
  if (outcome.kind === 'green') return
  const why = outcome.kind === 'red' ? outcome.test : outcome.why
  throw new Error(`the tests are not green with all guards: ${why}`)
}

async function tryWithout(guard: Guard): Promise<Pick<Result, 'outcome' | 'file'>> {
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
    let last: Pick<Result, 'outcome' | 'file'> | undefined
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

function lineOf({ guard, outcome, file }: Result): string {
  const said = { red: 'red  ', green: 'GREEN', none: 'ERROR' }[outcome.kind]
  const what =
    outcome.kind === 'red' ? outcome.test : outcome.kind === 'none' ? outcome.why : 'nothing failed'
  return `${said} ${outcome.seconds.toFixed(1)} s  ${guard.name}  (${file}: ${what})`
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

const HEAD = ['Guard', 'In', 'Test that failed without it', 's']

function rowOf({ guard, outcome, file }: Result): string[] {
  const test = outcome.kind === 'red' ? `\`${file}\`: ${outcome.test}` : '**none**'
  return [guard.name, `\`${guard.file}\``, test, outcome.seconds.toFixed(1)]
}

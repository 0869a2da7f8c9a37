import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeRun, tableOf } from '../support/reliability.ts'
import { createCopy, type Outcome } from './copy.ts'
import { GUARDS, type Guard } from './list.ts'

/** Ignored by git. */
const PAGE = 'coverage/guards.md'

/**
 * `npm run guards -- WORDS…`: takes out each guard in turn, in a copy, and expects a test to fail; with words, only guards whose
 * name or file contains one of them.
 */
const words = process.argv.slice(2)
const wanted = GUARDS.filter(
  ({ name, file }) => words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
)
const copy = createCopy()
const rows: string[][] = []
let caught = 0
try {
  // A test that fails by itself proves nothing.
  const before = await copy.run([...new Set(wanted.flatMap(({ tests }) => tests))])
  if (before.kind !== 'green') throw new Error(`the tests are not green with all guards: ${before.text}`)
  for (const guard of wanted) {
    const { kind, text, seconds } = await tryWithout(guard)
    if (kind === 'red') caught += 1
    process.stdout.write(`${kind.padEnd(6)} ${seconds.toFixed(1)} s  ${guard.name}  (${text})\n`)
    rows.push([guard.name, `\`${guard.file}\``, kind === 'red' ? text : `**${kind}** ${text}`])
  }
} finally {
  copy.remove()
}
mkdirSync(dirname(PAGE), { recursive: true })
const table = tableOf(['Guard', 'In', 'Test that failed without it'], rows)
writeFileSync(PAGE, `# Guards\n\nTaken out one at a time at ${describeRun()}.\n\n${table}\n`)
process.stdout.write(`${caught} of ${wanted.length} guards turned a test red; the table: ${PAGE}\n`)
process.exitCode = caught === wanted.length ? 0 : 1

async function tryWithout({ file, text, without, tests }: Guard): Promise<Outcome> {
  const path = join(copy.folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`not once in ${file}: ${text}`)
  writeFileSync(
    path,
    source.replace(text, () => without),
  )
  try {
    return await copy.run(tests)
  } finally {
    writeFileSync(path, source)
  }
}

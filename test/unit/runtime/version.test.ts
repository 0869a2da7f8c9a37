import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readCommit, VERSION, versionText } from '../../../src/runtime/version.ts'
import { makeFolder } from '../../support/folder.ts'
import { read } from '../project.ts'

const COMMIT = '1a2b3c4d5e6f'
const HEAD = 'ref: refs/heads/main'

/** The commit read from a checkout with these files of git. */
function commitOf(files: Readonly<Record<string, string>>, env = {}): string {
  const folder = makeFolder()
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, '.git', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${text}\n`)
  }
  return readCommit(env, pathToFileURL(`${folder}/`))
}

test.each([
  ['a branch', { HEAD, 'refs/heads/main': COMMIT }],
  ['a packed branch', { HEAD, 'packed-refs': `# pack\n0000 refs/x\n${COMMIT} refs/heads/main` }],
  [
    'a branch with # in its name',
    { HEAD: `${HEAD}#7`, 'refs/heads/main#7': COMMIT, 'refs/heads/main': '9f9f' },
  ],
  ['a commit alone', { HEAD: COMMIT }],
])('the commit is that of the checkout: %s', (_case, files) => {
  expect(commitOf(files)).toBe('1a2b3c4d')
})

test('an image says its commit itself, and without both it is unknown', () => {
  expect(commitOf({ HEAD: COMMIT }, { TASA_COMMIT: 'abcdef1234' })).toBe('abcdef12')
  expect(commitOf({})).toBe('unknown')
  expect(commitOf({ HEAD: 'ref: refs/heads/gone' })).toBe('unknown')
})

test('the version stands in one line', () => {
  expect(versionText('1a2b3c4d')).toMatch(
    new RegExp(`^tasa ${VERSION} \\(1a2b3c4d\\) · Node \\d+\\.\\d+\\.\\d+$`),
  )
})

test('the newest version of CHANGELOG.md is that of package.json', () => {
  expect(/^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(VERSION)
})

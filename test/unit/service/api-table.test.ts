import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const REFERENCE = /^`(test\/[^`]+)` › (.+)$/

const rows = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!row |-)/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ')
    return { name: cells[0] ?? '', shown: (cells.at(-1) ?? '').split('<br>') }
  })

/** What of a row points at no test. */
function missing(shown: readonly string[]): string[] {
  return shown.filter((reference) => {
    const [, file = '', claim = ''] = REFERENCE.exec(reference) ?? []
    return (
      claim === '' || !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(claim)
    )
  })
}

describe('docs/api.md', () => {
  test('has the rows of the specification and of the interface', () => {
    expect(rows.length).toBeGreaterThan(60)
  })

  test.each(rows)('row "$name" is shown by tests that are there', ({ shown }) => {
    expect(missing(shown)).toEqual([])
  })
})

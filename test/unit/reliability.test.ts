import { expect, it } from 'vitest'
import { type Found, guardsPage } from '../guards/report.ts'
import { countsOf, mutationPage } from '../mutation/report.ts'
import { replaceSection, tableOf } from '../support/reliability.ts'

it('each command replaces its own section of the document', () => {
  const both = replaceSection(replaceSection('# Reliability\n', 'faults', 'old'), 'soak', 'green')
  expect(replaceSection(both, 'faults', 'new')).toBe(both.replace('old', 'new'))
  expect(both.match(/written by a command/g)).toHaveLength(2)
})

it('a table keeps its columns, whatever its cells say', () => {
  expect(tableOf(['a', 'b'], [['1 | 2', 3]])).toBe('| a | b |\n| --- | --- |\n| 1 \\| 2 | 3 |')
})

it('a score counts what was caught, of all that ran', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError']
  const counts = countsOf(statuses.map((status) => ({ status })))
  expect(counts).toEqual({ caught: 2, survived: 1, unreached: 1 })
  const page = mutationPage(new Map([['queue', { ...counts, run: 'commit `a`' }]]), ['rates'])
  expect(page).toContain('| queue | 4 | 2 | 1 | 1 | 50.0 % | 66.7 % |')
  expect(page).toContain('- queue: commit `a`.\n- Not run yet: rates.')
})

it('the page of guards has a row for each that was tried, and names the others', () => {
  const guard = { file: 'src/queue/worker.ts', text: 'x', tests: [] }
  const guards = new Map([
    [
      'Queue',
      [
        { ...guard, name: 'a lease ends' },
        { ...guard, name: 'a new one' },
      ],
    ],
    ['Bot', [{ ...guard, name: 'a right is believed for a minute' }]],
  ])
  const run = 'commit `a`, 2 cores'
  const found = new Map<string, Found>([
    ['a lease ends', { outcome: { kind: 'red', seconds: 1.26, test: 'ends' }, file: 'a.test.ts', run }],
    [
      'a right is believed for a minute',
      { outcome: { kind: 'green', seconds: 0.9 }, file: 'b.test.ts', run },
    ],
  ])
  const page = guardsPage(guards, ({ name }) => found.get(name))
  expect(page).toContain(`| a lease ends | \`src/queue/worker.ts\` | \`a.test.ts\`: ends | 1.3 | ${run} |`)
  expect(page).toContain('each of 2 safety checks in turn, in a copy of the program; a test failed 1 times.')
  expect(page).toContain('| **none** | 0.9 |')
  expect(page).toContain('Not tried as they are now: a new one.')
})

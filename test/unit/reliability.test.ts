import { expect, it } from 'vitest'
import { guardRowsIn, guardsSection } from '../guards/report.ts'
import { countsOf, mutationSection, scoresIn } from '../mutation/report.ts'
import { replaceSection, sectionIn, tableOf } from '../support/reliability.ts'

it('each command replaces its own section of the document', () => {
  const both = replaceSection(replaceSection('# Reliability\n', 'guards', 'old'), 'mutation', '80 %')
  expect(replaceSection(both, 'guards', 'new')).toBe(both.replace('old', 'new'))
  expect(both.match(/written by a command/g)).toHaveLength(2)
})

it('a table keeps its columns, whatever its cells say', () => {
  expect(tableOf(['a', 'b'], [['1 | 2', 3]])).toBe('| a | b |\n| --- | --- |\n| 1 \\| 2 | 3 |')
})

it('a score counts what was caught, of all that ran', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError']
  const counts = countsOf(statuses.map((status) => ({ status })))
  expect(counts).toEqual({ caught: 2, survived: 1, unreached: 1 })
  expect(mutationSection(new Map([['queue', { ...counts, run: 'commit `a`' }]]))).toContain(
    '| queue | 4 | 2 | 1 | 1 | 50.0 % | 66.7 % |',
  )
})

it('the scores of areas that are not run again are read from the section', () => {
  const scores = new Map([
    ['address guard', { caught: 82, survived: 6, unreached: 0, run: 'commit `a`, 2026-11-22, 2 cores' }],
    [
      'queue',
      { caught: 5, survived: 1, unreached: 2, run: 'commit `b` with changes, 2026-11-22, Node 24.1' },
    ],
    ['push', { caught: 1, survived: 0, unreached: 0, run: 'commit `a`, 2026-11-22, 2 cores' }],
  ])
  const document = replaceSection('# Reliability\n', 'mutation', mutationSection(scores, ['rates']))
  expect(scoresIn(sectionIn(document, 'mutation'))).toEqual(scores)
  expect(scoresIn(sectionIn(document, 'guards'))).toEqual(new Map())
})

it('guards that are not run again keep their rows, and the commits they were tried at', () => {
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
  const rows = new Map([
    ['a lease ends', { test: '`a.test.ts`: ends | begins', seconds: '1.3', run: 'commit `a`, 2 cores' }],
    ['a right is believed for a minute', { test: '**none**', seconds: '0.9', run: 'commit `b`, 2 cores' }],
  ])
  const section = guardsSection(guards, rows)
  expect(guardRowsIn(section)).toEqual(rows)
  expect(section).toContain(
    'each of 2 safety checks was taken out of a copy of the program in turn; 1 times a test failed.',
  )
  expect(section).toContain('- Not run yet: a new one.')
})

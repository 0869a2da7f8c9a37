import { expect, it } from 'vitest'
import { countsOf, mutationSection } from '../mutation/report.ts'
import { replaceSection, tableOf } from '../support/reliability.ts'

it('each command replaces its own section of the document', () => {
  const both = replaceSection(replaceSection('# Reliability\n', 'guards', 'old'), 'mutation', '80 %')
  expect(replaceSection(both, 'guards', 'new')).toBe(both.replace('old', 'new'))
  expect(both.match(/written by a command/g)).toHaveLength(2)
})

it('a table keeps its columns, whatever its cells say', () => {
  expect(tableOf(['a', 'b'], [['1 | 2', 3]])).toBe('| a | b |\n| --- | --- |\n| 1 \\| 2 | 3 |')
})

it('a score counts what was caught, of all that ran', () => {
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'].map(
    (status) => ({
      fileName: 'src/a.ts',
      status,
      mutatorName: 'Regex',
      location: { start: { line: 1 } },
    }),
  )
  expect(countsOf(mutants)).toEqual({ caught: 2, survived: 1, unreached: 1 })
  expect(mutationSection(new Map([['queue', { mutants, run: 'today' }]]))).toContain(
    '| queue | 4 | 2 | 1 | 1 | 50.0 % | 66.7 % |',
  )
})

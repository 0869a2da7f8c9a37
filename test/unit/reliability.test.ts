import { expect, it } from 'vitest'
import { replaceSection, tableOf } from '../support/reliability.ts'

it('each command replaces its own section of the document', () => {
  const both = replaceSection(replaceSection('# Reliability\n', 'faults', 'old'), 'soak', 'green')
  expect(replaceSection(both, 'faults', 'new')).toBe(both.replace('old', 'new'))
  expect(both.match(/written by a command/g)).toHaveLength(2)
})

it('a table keeps its columns, whatever its cells say', () => {
  expect(tableOf(['a', 'b'], [['1 | 2', 3]])).toBe('| a | b |\n| --- | --- |\n| 1 \\| 2 | 3 |')
})

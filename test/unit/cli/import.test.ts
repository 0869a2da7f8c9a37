import { describe, expect, test } from 'vitest'
import { createProgressBar, parseImport } from '../../../src/cli/import.ts'

const GOOD = '--page page_alpha --currency dollar --monitor usd --date-column d --price-column p x.csv'

describe('the import command', () => {
  test('is read as the interface has it, in any order', () => {
    const expected = {
      monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd' },
      columns: { file: 'x.csv', date: 'd', price: 'p' },
    }
    expect(parseImport(GOOD.split(' '))).toEqual(expected)
    expect(parseImport(['x.csv', ...GOOD.split(' ').slice(0, -1)])).toEqual(expected)
  })

  test.each([
    ['', '--page is missing; --currency is missing'],
    [GOOD.replace('dollar', 'peso'), '--currency must be dollar or euro'],
    [GOOD.replace('page_alpha', 'Page'), '--page must match'],
    [GOOD.replace('usd', 'us-d'), '--monitor must match'],
    [GOOD.replace('x.csv', ''), 'the file is missing'],
    [`${GOOD} y.csv`, 'only one file at a time'],
    [`${GOOD} --force`, "Unknown option '--force'"],
  ])('that reads %j is answered with what is wrong and the usage', (line, problem) => {
    const parse = () => parseImport(line.split(' ').filter((word) => word !== ''))
    expect(parse).toThrow(problem)
    expect(parse).toThrow('usage: npm run import --')
  })
})

describe('a progress bar', () => {
  const drawn = (isTTY: boolean): string => {
    let text = ''
    const bar = createProgressBar('rows', { isTTY, write: (more) => (text += more) })
    bar.draw(1, 2)
    bar.draw(2, 2)
    bar.end()
    return text
  }

  test('grows in place on a terminal', () => {
    expect(drawn(true)).toBe(
      `\rrows [${'#'.repeat(15)}${'-'.repeat(15)}] 50 %\rrows [${'#'.repeat(30)}] 100 %\n`,
    )
  })

  test('is plain lines in a file', () => {
    expect(drawn(false)).toBe('rows\nrows: done\n')
  })
})

import { expect, test } from 'vitest'
import { parseImport } from '../../../src/cli/import-line.ts'

const GOOD = '--page page_alpha --currency dollar --monitor usd --date-column d --price-column p x.csv'
const JSON_GOOD =
  '--page bcv --currency dollar --monitor usd --json a.json --rows /rows --date /fecha --price /promedio'

test('the import command takes a CSV file by its columns in any order, workbooks for a page, and JSON by its pointers', () => {
  expect(parseImport(['x.csv', ...GOOD.split(' ').slice(0, -1)])).toEqual({
    kind: 'csv',
    monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd' },
    columns: { name: 'x.csv', date: 'd', price: 'p' },
  })
  expect(parseImport('--bcv q1.xls q2.xls --page bcv'.split(' '))).toEqual({
    kind: 'bcv',
    page: 'bcv',
    files: ['q1.xls', 'q2.xls'],
  })
  expect(parseImport(JSON_GOOD.split(' ').map((word) => (word === '/rows' ? '' : word)))).toEqual({
    kind: 'json',
    monitor: { page: 'bcv', currency: 'dollar', key: 'usd' },
    from: 'a.json',
    pointers: { rows: '', date: '/fecha', price: '/promedio' },
  })
})

test('the import command asks for help with --help, whatever else is there', () => {
  expect(parseImport(['--help', '--page', 'Page'])).toBeUndefined()
})

test.each([
  ['', '--page is missing; --currency is missing'],
  [GOOD.replace('dollar', 'peso'), '--currency must be dollar or euro'],
  [GOOD.replace('page_alpha', 'Page'), '--page must match'],
  [GOOD.replace('x.csv', ''), 'the file is missing'],
  [`${GOOD} y.csv`, 'only one file at a time'],
  [`${GOOD} --force`, "Unknown option '--force'"],
  ['--bcv --page bcv --currency dollar q1.xls', '--currency does not go with --bcv'],
  ['--json a.json --page bcv --currency dollar --monitor usd', '--rows is missing; --date is missing'],
  [`${JSON_GOOD} more.json`, '--json takes one file or address'],
  [JSON_GOOD.replace('/fecha', 'fecha'), '--date must be a JSON Pointer'],
])('the import command that reads %j is answered with what is wrong and the usage', (line, problem) => {
  const parse = () => parseImport(line.split(' ').filter((word) => word !== ''))
  expect(parse).toThrow(problem)
  expect(parse).toThrow('usage: npm run import --')
})

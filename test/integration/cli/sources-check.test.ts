import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseSourcesLine, runCheck } from '../../../src/cli/sources/sources.ts'
import { usePage } from '../../support/pages.ts'

const good = usePage()
const bad = usePage()
const directory = mkdtempSync(join(tmpdir(), 'tasa-check-'))
const NOW = Date.parse('2026-11-20T12:00:00-04:00')
const ROWS = { list: '/rows', value: '/p', where: { '/n': { min: 10 } } }

afterAll(() => rmSync(directory, { recursive: true, force: true }))
beforeEach(() => {
  good.answer((_request, response) => response.end('{"usd":860.5,"day":"2026-11-20"}'))
  bad.answer((_request, response) => response.end('{"usd":861,"rows":[{"p":1,"n":2}]}'))
})

const source = (name: string, url: string, price: unknown, last_update?: string) => ({
  name,
  kind: 'json',
  url,
  monitors: { usd: { price, last_update } },
})

/** Checks a page of the sources; the lines of the report, and whether every monitor has a price. */
async function check(
  sources: object[],
  { save, isTerminal = false }: { save?: string; isTerminal?: boolean } = {},
) {
  const file = join(directory, 'sources.json')
  const monitors = { usd: { currency: 'dollar', title: 'Dólar' } }
  writeFileSync(file, JSON.stringify({ pages: { banco: { sources, monitors } } }))
  let text = ''
  const print = (printed: string): void => {
    text += printed
  }
  const isWhole = await runCheck({ sourcesFile: file, save, print, isTerminal, clock: () => NOW })
  return { isWhole, text, lines: text.split('\n').map((line) => line.replace(/ {2,}/g, ' | ')) }
}

describe('a check of the sources', () => {
  test('has what each source says, and what that makes', async () => {
    const { isWhole, lines } = await check([
      source('Uno', good.url(), '/usd', '/day'),
      source('Dos', bad.url(), '/usd'),
    ])
    expect(isWhole).toBe(true)
    expect(lines[1]).toMatch(
      /^banco\.usd \| Uno \| 200 \| \d+ \| 860\.5 \| 2026-11-20 00:00 \| 12 h \| 0 % \| yes$/,
    )
    expect(lines[2]).toMatch(/^banco\.usd \| Dos \| 200 \| \d+ \| 861 \| - \| - \| \+0\.06 %$/)
    expect(lines[3]).toMatch(/^banco\.usd \| = Uno \| 860\.5 \| 2026-11-20 00:00 \| 12 h$/)
  })

  test('names each bad source in plain words, and uses the good one', async () => {
    bad.answer((_request, response) => response.writeHead(403).end())
    const { isWhole, text } = await check([
      source('Uno', bad.url(), '/usd'),
      source('Dos', 'https://127.0.0.1:1/', '/usd'),
      source('Tres', good.url(), '/eur'),
      source('Cuatro', good.url(), '/usd'),
    ])
    expect(isWhole).toBe(true)
    expect(text.split('\n').filter((line) => line.endsWith('(banco.usd)'))).toEqual([
      'Uno: answers 403: it may want another User-Agent, or blocks the address of this machine (banco.usd)',
      'Dos: nothing listens there (ECONNREFUSED) (banco.usd)',
      'Tres: nothing at /eur: its answer has changed (banco.usd)',
    ])
  })

  test('says how many rows of a list were left, and fails where a monitor has no price', async () => {
    const { isWhole, text } = await check([source('Uno', bad.url(), ROWS)])
    expect(isWhole).toBe(false)
    expect(text).toContain('too few rows left after the filters: 1 rows, 0 fit, 3 are needed')
    expect(text).toContain('Without a price: banco.usd.')
  })

  test('keeps what the sources answered, each in a file', async () => {
    const save = join(directory, 'answers', 'today')
    await check([source('Uno', good.url(), '/usd'), source('../Dos', bad.url(), '/usd')], { save })
    expect(readdirSync(save).sort()).toEqual(['banco-dos.json', 'banco-uno.json'])
    expect(readFileSync(join(save, 'banco-uno.json'), 'utf8')).toBe('{"usd":860.5,"day":"2026-11-20"}')
  })

  test('has colours on a terminal only', async () => {
    const sources = [source('Uno', good.url(), '/usd')]
    expect((await check(sources, { isTerminal: true })).text).toContain('\u001b[')
    expect((await check(sources)).text).not.toContain('\u001b')
  })
})

describe('the line of the command', () => {
  test.each([
    [['check'], { file: undefined, save: undefined }],
    [['check', 'x.json', '--save', 'dir'], { file: 'x.json', save: 'dir' }],
    [['--help'], undefined],
  ])('%j is read', (line, wanted) => {
    expect(parseSourcesLine(line)).toEqual(wanted)
  })

  test.each([[[]], [['list']], [['check', 'a', 'b']], [['check', '--fast']]])(
    '%j is answered with the usage',
    (line) => {
      expect(() => parseSourcesLine(line)).toThrow('usage: npm run sources -- check [FILE] [--save DIR]')
    },
  )
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/cli/commands.ts'
import { parseSourcesLine, runCheck } from '../../../src/cli/sources/sources.ts'
import { DAY_MS } from '../../../src/domain/caracas.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { useFolder } from '../../support/folder.ts'
import { usePage } from '../../support/pages.ts'
import { useRedis } from '../../support/redis.ts'

const server = await useRedis()
const good = usePage()
const bad = usePage()
const directory = useFolder()
const NOW = Date.parse('2026-11-20T12:00:00-04:00')
const ROWS = { list: '/rows', value: '/p', where: { '/n': { min: 10 } } }

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

function writeSources(sources: object[]): string {
  const file = join(directory, 'sources.json')
  const monitors = { usd: { currency: 'dollar', title: 'Dólar' } }
  writeFileSync(file, JSON.stringify({ pages: { banco: { sources, monitors } } }))
  return file
}

/** Checks a page of the sources; the lines of the report, and whether every monitor has a price. */
async function check(sources: object[], options: { save?: string; isTerminal?: boolean } = {}) {
  const printed: string[] = []
  const print = (part: string) => void printed.push(part)
  const isWhole = await runCheck({
    sourcesFile: writeSources(sources),
    save: undefined,
    print,
    isTerminal: false,
    clock: () => NOW,
    ...options,
  })
  const text = printed.join('')
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
      /^banco\.usd \| Uno \| 200 \| \d+ \| 860\.5 \| 2026-11-20 00:00 \| 12 h \| 0 % \| leads$/,
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

  test('tells from the Redis of the program which source stands still and since when, and does without one that fails', async () => {
    const redis = await server.connect()
    const price = { price: '860.5', priceOld: '860', lastUpdate: NOW, simulated: false }
    const state = { ...price, revision: 1, earlier: [], changedAt: NOW - 3 * DAY_MS, still: { Dos: '861' } }
    await redis.hset(KEYS.quotes, 'dollar:banco.usd', JSON.stringify(state))
    const echo = { ...source('Tres', good.url(), '/usd'), echo_of: 'Uno' }
    const file = writeSources([source('Uno', good.url(), '/usd'), source('Dos', bad.url(), '/usd'), echo])
    const run = async (url: string) => {
      const printed: string[] = []
      const print = (line: string) => void printed.push(line)
      const env = { REDIS_URL: url, DATA_DIR: directory }
      const code = await runCommand('sources', env, ['check', file], { print, isTerminal: false })
      return [code, printed.join('')] as const
    }
    const [code, text] = await run(server.url)
    expect(code).toBe(0)
    expect(text).toMatch(/Uno .* leads\n.*Dos .* stands still\n.*Tres .* echo of Uno\n.*unchanged for \d+ d/)
    const [codeWithout, textWithout] = await run('redis://127.0.0.1:1')
    expect(codeWithout).toBe(0)
    expect(textWithout).toContain('Which sources stand still shows over time only')
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

test('the line of the command is read, or answered with the usage', () => {
  expect(parseSourcesLine(['check'])).toEqual({ file: undefined, save: undefined })
  const line = ['check', 'x.json', '--save', 'dir']
  expect(parseSourcesLine(line)).toEqual({ file: 'x.json', save: 'dir' })
  expect(parseSourcesLine(['--help'])).toBeUndefined()
  const usage = 'usage: npm run sources -- check [FILE] [--save DIR]'
  for (const wrong of [[], ['list'], ['check', 'a', 'b'], ['check', '--fast']])
    expect(() => parseSourcesLine(wrong)).toThrow(usage)
})

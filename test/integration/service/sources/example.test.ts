import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { startOfDay } from '../../../../src/domain/caracas.ts'
import type { Redis } from '../../../../src/redis/connection.ts'
import { readSourcesFile } from '../../../../src/service/sources/file/sources-file.ts'
import { preparePage } from '../../../support/collect.ts'
import { usePage } from '../../../support/pages.ts'
import { useRedis } from '../../../support/redis.ts'

const EXAMPLE = new URL('../../../../examples/sources.json', import.meta.url)
const fixture = (name: string): Buffer => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url))
/** The afternoon before the day whose price is on the page. */
const NOW = startOfDay('2026-01-21') + 17 * 3_600_000

const server = useRedis()
const page = usePage()
let redis: Redis
beforeAll(async () => {
  redis = await server.connect()
})

/** A page of the example as it stands in the file, only that its address is ours. */
function preparedExample(name: string) {
  const { pages } = JSON.parse(readFileSync(EXAMPLE, 'utf8'))
  const { source, ...rest } = pages[name]
  return preparePage(name, { ...rest, source: { ...source, url: page.url() } }, { redis, clock: () => NOW })
}

describe('examples/sources.json', () => {
  test('is a good SOURCES_FILE', async () => {
    const pages = await readSourcesFile(EXAMPLE.pathname)
    expect(pages.flatMap(({ sources }) => sources.map(({ kind }) => kind))).toEqual(['html', 'json'])
  })

  test('reads five currencies of an official page, for the day that it names', async () => {
    const { collect, stored } = await preparedExample('banco_central')
    page.answer((_request, response) => response.end(fixture('official-page.html')))
    expect(await collect()).toBe('changed')
    const lastUpdate = startOfDay('2026-01-22')
    const official = (ref: string) => stored(`${ref.replace(':', ':banco_central.')}`)
    expect(await official('dollar:usd')).toMatchObject({ price: '349.9272', lastUpdate })
    expect(await official('euro:eur')).toMatchObject({ price: '409.64927522', lastUpdate })
    expect(await official('dollar:cny')).toMatchObject({ price: '50.25379136', lastUpdate })
    expect(await official('dollar:try')).toMatchObject({ price: '8.0825609', lastUpdate })
    expect(await official('dollar:rub')).toMatchObject({ price: '4.55685402', lastUpdate })
  })

  test('reads a JSON page', async () => {
    const { collect, stored } = await preparedExample('paralelo')
    page.answer((_request, response) => response.end(fixture('parallel-page.json')))
    expect(await collect()).toBe('changed')
    const lastUpdate = Date.parse('2026-01-21T21:03:43.218Z')
    expect(await stored('dollar:paralelo.usd')).toMatchObject({ price: '498.35', lastUpdate })
  })
})

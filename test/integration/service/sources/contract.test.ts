import type { RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { KEYS } from '../../../../src/service/keys.ts'
import { PAGE_BYTES_MAX } from '../../../../src/service/sources/page-request.ts'
import { preparePage } from '../../../support/collect.ts'
import { usePage } from '../../../support/pages.ts'
import { useEmptyRedis } from '../../../support/redis.ts'
import { SOURCE_WORLDS, type SourceWorld } from '../../../support/source-worlds.ts'

const { redis } = await useEmptyRedis()
const page = usePage()
const USD = 'dollar:page_one.usd'
const EUR = 'euro:page_one.eur'
const GOOD = { usd: '349,92720000', eur: '406.50' }
/** For pages that hang; on a busy machine others take longer. */
const TIMEOUT_MS = 400
const PLENTY_MS = 60_000

let now = Date.UTC(2026, 0, 22, 15)

beforeEach(() => {
  now = Date.UTC(2026, 0, 22, 15)
})

const prepare = (world: SourceWorld, timeoutMs = PLENTY_MS) =>
  preparePage('page_one', world.config(page.url()), { redis, clock: () => now, timeoutMs })

function show(world: SourceWorld, prices: Parameters<SourceWorld['render']>[0]): void {
  page.answer((_request, response) => {
    response.setHeader('content-type', world.contentType).end(world.render(prices))
  })
}

/** A page that was good once, and then is not: its prices must stay. */
async function prepareGood(world: SourceWorld) {
  const prepared = await prepare(world)
  show(world, GOOD)
  expect(await prepared.collect()).toBe('changed')
  return { ...prepared, before: await redis.hgetall(KEYS.quotes) }
}

const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()
const encoded =
  (encoding: string, bytes: string | Buffer): RequestListener =>
  (_request, response) =>
    response.setHeader('content-encoding', encoding).end(bytes)

const fetched = SOURCE_WORLDS.filter(({ kind }) => kind !== 'simulated')

describe.each(SOURCE_WORLDS)('a source of kind $kind', (world) => {
  test('gives the price and the time of each monitor', async () => {
    const isSimulated = world.kind === 'simulated'
    const { collect, stored } = await prepare(world)
    show(world, GOOD)
    expect(await collect()).toBe('changed')
    expect(await stored(USD)).toMatchObject({
      priceOld: isSimulated ? '349.93' : '349.9272',
      lastUpdate: isSimulated ? now : Date.UTC(2026, 0, 22, 4),
      simulated: isSimulated,
    })
    expect(await stored(EUR)).toMatchObject({ price: '406.5' })
  })
})

// A simulated page asks nobody, so there is nothing that could be down, slow, garbage, compressed or frozen.
describe.each(fetched)('a page of kind $kind', (world) => {
  const good = world.render(GOOD)
  const huge = good + ' '.repeat(PAGE_BYTES_MAX)
  const breakages: [name: string, answer: RequestListener][] = [
    ['answers 500', (_request, response) => response.writeHead(500).end('{}')],
    ['answers 404', (_request, response) => response.writeHead(404).end(good)],
    ['breaks the connection', (request) => request.socket.destroy()],
    [
      'breaks off in the middle',
      (_request, response) => {
        response.setHeader('content-length', 10_000).write(good)
        response.socket?.end()
      },
    ],
    ['never answers', () => {}],
    [
      'never ends',
      (_request, response) => {
        response.write(' ')
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
    ['answers nothing', (_request, response) => response.end()],
    ['answers garbage', (_request, response) => response.end(Buffer.from([0xff, 0, 0x1f, 0x8b, 0x7b]))],
    ['answers another document', (_request, response) => response.end('{"maintenance":true}')],
    ['redirects to itself', redirect('/')],
    ['redirects to a file', redirect('file:///etc/passwd')],
    ['is too large', (_request, response) => response.end(huge)],
    ['is too large once inflated', encoded('gzip', gzipSync(huge))],
    ['is not as compressed as it says', encoded('gzip', good)],
    ['is compressed as nobody knows', encoded('rot13', good)],
  ]
  test.each(breakages)('that %s changes no price', async (name, answer) => {
    const { collect, before } = await prepareGood(world)
    page.answer(answer)
    const broken = name.startsWith('never') ? await prepare(world, TIMEOUT_MS) : { collect }
    expect(await broken.collect()).toBe('failed')
    expect(await redis.hgetall(KEYS.quotes)).toEqual(before)
    show(world, { ...GOOD, usd: '350' })
    expect(await collect()).toBe('changed')
  })

  test('that says it is compressed as nothing is read', async () => {
    const { collect } = await prepareGood(world)
    page.answer(encoded('', world.render({ ...GOOD, usd: '350' })))
    expect(await collect()).toBe('changed')
  })

  test.each(['', 'abc', '0', '0,00', '-349,92', 'NaN', 'Infinity', '1e400', '1.2.3', '9'.repeat(31)])(
    'with the price %j changes nothing of that monitor and harms no other',
    async (usd) => {
      const { collect, before, stored } = await prepareGood(world)
      show(world, { usd, eur: '407,25' })
      expect(await collect()).toBe('partial')
      expect(await redis.hget(KEYS.quotes, USD)).toEqual(before[USD])
      expect(await stored(EUR)).toMatchObject({ price: '407.25', priceOld: '406.5' })
    },
  )

  test('with a time that is none, or over a year ahead, changes no price', async () => {
    const { collect, before } = await prepareGood(world)
    for (const date of ['mañana', '2026-02-30', '2027-06-01']) {
      show(world, { usd: '351', eur: '407', date })
      expect(await collect()).toBe('failed')
    }
    expect(await redis.hgetall(KEYS.quotes)).toEqual(before)
  })

  test('that is frozen is read well, and is no update', async () => {
    const { collect, before } = await prepareGood(world)
    now += 60_000
    expect(await collect()).toBe('unchanged')
    expect(await redis.hgetall(KEYS.quotes)).toEqual(before)
    expect(await redis.hget(KEYS.collected, USD)).toBe(String(now))
  })

  test('that gives the time of each fetch as its time is an update where its price changes, and else never again', async () => {
    const { collect, stored } = await prepare(world)
    const outcomes: string[] = []
    const ask = async (usd: string) => {
      now += 15 * 60_000
      show(world, { ...GOOD, usd, date: new Date(now - 40_000).toISOString() })
      outcomes.push(await collect())
    }
    for (let i = 0; i < 20; i++) await ask('349.9272')
    const first = (await stored(USD))?.lastUpdate ?? 0
    await ask('351')
    expect(await stored(USD)).toMatchObject({ price: '351', priceOld: '349.9272' })
    for (let i = 0; i < 20; i++) await ask('351')
    expect(outcomes.filter((outcome) => outcome === 'changed').length).toBe(2)
    expect(await redis.zcard(KEYS.updates(USD))).toBe(2)
    expect(first).toBeLessThan(now - 17 * 15 * 60_000)
    expect((await stored(USD))?.lastUpdate).toBe(now - 20 * 15 * 60_000 - 40_000)
  })

  test('that jumps is held back, and told when it has said so for ten minutes, over a restart too', async () => {
    const { collect, before, stored } = await prepareGood(world)
    show(world, { usd: '3499272', eur: '406,50' })
    expect(await collect()).toBe('unchanged')
    now += 10 * 60_000 - 1
    await collect()
    expect(await redis.hget(KEYS.quotes, USD)).toEqual(before[USD])
    now += 1
    const restarted = await prepare(world)
    expect(await restarted.collect()).toBe('changed')
    expect(await stored(USD)).toMatchObject({ price: '3499272', priceOld: '349.9272' })
  })

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('compressed as %s is read', async (encoding, compress) => {
    const { collect } = await prepare(world)
    page.answer(encoded(encoding, compress(good)))
    expect(await collect()).toBe('changed')
  })

  test('is let go at once when the program stops', async () => {
    const { collect } = await prepare(world)
    page.answer(() => {})
    const stop = new AbortController()
    const collecting = collect(stop.signal)
    stop.abort()
    expect(await collecting).toBe('failed')
  })
})

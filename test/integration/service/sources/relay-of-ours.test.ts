import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../../../src/domain/caracas.ts'
import { parseSources } from '../../../../src/service/sources/file/sources-file.ts'
import { preparePage } from '../../../support/collect.ts'
import { serveInTest } from '../../../support/listen.ts'
import { longestTurnDuring } from '../../../support/machine.ts'
import { useWeb } from '../web.ts'

const [far, near] = [await useWeb(), await useWeb()]

test('a relay of a server of ours has its prices, their times, and what is in force', async () => {
  const now = Date.now()
  const [today, tomorrow] = [startOfDay(dayOf(now)), startOfDay(addDays(dayOf(now), 1))]
  const { address, publish, ask } = await far.start()
  await publish('page_one', { usd: '349.12345678', eur: '409.6' }, today)
  await publish('page_one', { usd: '351.5' }, tomorrow)
  await expect
    .poll(async () => (await ask('/api/v1/dollar?page=page_one')).json?.monitors?.usd?.price)
    .toBe(351.5)

  const redis = await near.connect()
  const config = {
    source: { kind: 'relay', url: address(), page: 'page_one' },
    monitors: { usd: { currency: 'dollar' }, euro: { currency: 'euro', price: 'eur' } },
  }
  const { collect, stored } = await preparePage('page_near', config, { redis, clock: () => now })
  expect(await collect()).toBe('changed')
  expect(await stored('dollar:page_near.usd')).toMatchObject({
    price: '351.5',
    lastUpdate: tomorrow,
    earlier: [{ price: '349.12345678', lastUpdate: today }],
  })
  expect(await stored('euro:page_near.euro')).toMatchObject({ price: '409.6', lastUpdate: today })
  expect(await collect()).toBe('unchanged')
})

/** Parsing the answer on the event loop takes half a second. */
const TURN_MS_MAX = 250
const LONG_ANSWER = `[${'0,'.repeat(1024 * 1024 - 2)}0]`

test('a relay whose answer is 2 MB of JSON leaves /healthz quick', async () => {
  const url = await serveInTest((_request, response) => response.end(LONG_ANSWER))
  const config = { every: '1s', source: { kind: 'relay', url }, monitors: { usd: { currency: 'dollar' } } }
  const pages = parseSources(JSON.stringify({ pages: { page_near: config } }), 'test')
  const { ask, warnings } = await near.start({ pages })

  const before = warnings.length
  const askHealth = async (): Promise<number> => {
    expect((await ask('/healthz')).status).toBe(200)
    return warnings.length
  }
  const { turnMs } = await longestTurnDuring(() =>
    expect.poll(askHealth, { interval: 10 }).toBeGreaterThan(before),
  )
  expect(turnMs).toBeLessThan(TURN_MS_MAX)
})

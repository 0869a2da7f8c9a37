import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { request } from 'undici'
import { afterEach, expect, it } from 'vitest'
import { priceSignal } from '../../src/chats/alert.ts'
import { startSandbox } from '../faults/worlds.ts'
import { startServer } from '../support/cluster.ts'
import { startTown, type TownOptions } from '../support/load-fixture.ts'
import { createPeople, LUIS } from '../support/people.ts'
import { EUR, quoteOf } from '../support/push.ts'
import type { Refusal } from '../support/recorder.ts'

const CHATS = 300
const RATE_PER_SECOND = 200
const SOON = { timeout: 45_000, interval: 50 }
const ALERTED = ['1000001', '1000002', '1000003', '1000004', '1000005']

const stops: (() => unknown)[] = []
const atEnd = (stop: () => unknown): void => void stops.push(stop)
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Chats that follow a price, and no program but the service. */
async function start(options: Partial<TownOptions>) {
  const redis = await startServer()
  atEnd(redis.stop)
  const town = await startTown({
    redisUrl: redis.url,
    ratePerSecond: RATE_PER_SECOND,
    chats: CHATS,
    latencyMs: 20,
    ...options,
  })
  atEnd(town.stop)
  return town
}

const flood = (seconds: number): Refusal => ({
  code: 429,
  description: `Too Many Requests: retry after ${seconds}`,
  parameters: { retry_after: seconds },
})

/** The sandbox as Telegram, which refuses every change of the profile for ten minutes. */
async function startStrictSandbox() {
  const sandbox = await startSandbox({ atEnd })
  const refused: string[] = []
  const front = createServer(async (incoming, answer) => {
    const { url = '', headers } = incoming
    const body = await buffer(incoming)
    answer.setHeader('content-type', 'application/json')
    if (/\/set(My|Chat)/.test(url)) {
      refused.push(url)
      const { code, ...refusal } = flood(600)
      return void answer.writeHead(code).end(JSON.stringify({ ok: false, error_code: code, ...refusal }))
    }
    const type = headers['content-type'] ?? 'application/json'
    const passed = await request(`${sandbox}${url}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    answer.writeHead(passed.statusCode).end(await passed.body.text())
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  atEnd(() => {
    front.closeAllConnections()
    front.close()
  })
  return {
    people: createPeople(sandbox),
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    refused,
  }
}

it('a long 429 of one private chat delays no other chat', async () => {
  const town = await start({ mishap: (chat) => (chat === '7' ? flood(600) : undefined) })
  await town.startPush()
  await town.registered()
  for (let move = 0; move < 2; move++) {
    town.move()
    await expect.poll(town.untold, SOON).toEqual(['7'])
  }
  expect(town.recorder.called.filter(({ chat }) => chat === '7')).toHaveLength(1)
})

it('a long 429 of the profile delays no answer', async () => {
  const telegram = await startStrictSandbox()
  const town = await start({ chats: 0 })
  await town.startPush({ ROLES: 'bot,push', TELEGRAM_API_ROOT: telegram.url })
  expect(await telegram.people.ask(LUIS, '/tasa usd')).toContain('Bs.')
  expect(telegram.refused.length).toBeGreaterThan(0)
})

it('once an outage is over all chats are told, alerts first; few were tried in it, and none is parked', async () => {
  let isOut = true
  const town = await start({ mishap: () => (isOut ? 'error' : undefined) })
  const { called, sent } = town.recorder
  for (let chat = 1; chat <= CHATS; chat++) {
    const [, , , , , retries = ''] = town.queue.keysOf(town.queue.shardOf(String(chat)))
    await town.redis.hset(retries, String(chat), 7) // as after minutes of the outage
  }
  for (const chat of ALERTED)
    await town.chats.alerts.add(chat, { kind: 'above', signal: priceSignal(EUR), value: '150' }, '100')
  await town.startPush()
  await town.registered()
  town.move()
  await expect.poll(() => called.length, SOON).toBeGreaterThanOrEqual(12)
  await town.notify(quoteOf('160', { monitor: EUR, priceOld: '100' }))
  const waiting = async (): Promise<number> => (await town.queue.backlog()).waiting
  await expect.poll(waiting, SOON).toBeGreaterThanOrEqual(CHATS + ALERTED.length - 1)
  expect(called.length).toBeLessThan(CHATS / 2)
  isOut = false
  await expect.poll(town.untold, SOON).toEqual([])
  const places = ALERTED.map((name) => sent.findIndex(({ chat }) => chat === name))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...places)).toBeLessThan(CHATS / 2)
  expect(await town.queue.parked()).toEqual([])
})

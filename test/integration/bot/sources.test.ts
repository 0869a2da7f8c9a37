import { expect, test } from 'vitest'
import { createSourceWatch } from '../../../src/bot/features/operator/watch-sources.ts'
import type { Quote } from '../../../src/rates/monitor.ts'
import { useRedis } from '../../support/redis.ts'
import { QUOTES } from './memory.ts'

const server = useRedis()
const [official, euro] = QUOTES as [Quote, Quote]

/** A watch over two monitors, and what operators were told: `- KEY` stands still, `+ KEY` is back. */
async function arrange() {
  const redis = await server.connect()
  await redis.flushall()
  const told: string[] = []
  const state = { quotes: [official, euro] as readonly Quote[], isAway: false }
  const startWatch = () =>
    createSourceWatch({
      redis,
      quotes: () => state.quotes,
      async tell(stale, back) {
        if (state.isAway) throw new Error('nobody could be told')
        told.push(
          ...stale.map(({ monitor }) => `- ${monitor.key}`),
          ...back.map(({ monitor }) => `+ ${monitor.key}`),
        )
      },
    })
  const setStale = (stale: boolean): void => {
    state.quotes = [{ ...official, stale }, euro]
  }
  return { state, told, startWatch, setStale }
}

test('operators are told once that a source is stale and once that it updates again, even by another process', async () => {
  const { told, startWatch, setStale } = await arrange()
  const look = startWatch()
  await look()
  setStale(true)
  for (let i = 0; i < 4; i++) await look()
  expect(told).toEqual(['- usd'])
  const next = startWatch()
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd'])
  setStale(false)
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd', '+ usd'])
})

test('a source that is stale at one check only is not reported', async () => {
  const { told, startWatch, setStale } = await arrange()
  const look = startWatch()
  for (const stale of [false, true, false, true, false]) {
    setStale(stale)
    await look()
  }
  expect(told).toEqual([])
})

test('a report that could not be sent is sent at a later check', async () => {
  const { state, told, startWatch, setStale } = await arrange()
  const look = startWatch()
  setStale(true)
  state.isAway = true
  await look()
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  await look()
  expect(told).toEqual(['- usd'])
})

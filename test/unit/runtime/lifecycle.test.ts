import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLifecycle, type Part, sideBySide } from '../../../src/runtime/lifecycle.ts'
import { silent } from '../../support/redis.ts'

const STOP_TIMEOUT_MS = 400

const events: string[] = []
/** A part that writes down what happened to it. */
const part = (name: string, change: Partial<Part> = {}): Part => ({
  name,
  start: async () => void events.push(`start ${name}`),
  stop: async () => void events.push(`stop ${name}`),
  ...change,
})
const fail = (): Promise<never> => Promise.reject(new Error('away'))
/** A start or stop that writes itself down once it may end. */
const endsAfter = (what: string, may: PromiseWithResolvers<void>) => async (): Promise<void> => {
  await may.promise
  events.push(what)
}

beforeEach(() => {
  events.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('parts start in order and stop in reverse', async () => {
  const lifecycle = createLifecycle(silent)
  await lifecycle.start([part('a'), part('b')])
  expect(await lifecycle.stop()).toBe(true)
  expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a'])
})

test('parts before one that cannot start are stopped, and its error is thrown', async () => {
  const start = createLifecycle(silent).start([part('a'), part('b', { start: fail })])
  await expect(start).rejects.toThrow('away')
  expect(events).toEqual(['start a', 'stop b', 'stop a'])
})

test('parts are stopped once, and whoever asks again waits for the same end', async () => {
  const may = Promise.withResolvers<void>()
  const lifecycle = createLifecycle(silent)
  await lifecycle.start([part('a', { stop: endsAfter('stop a', may) })])
  const stops = [lifecycle.stop(), lifecycle.stop()]
  may.resolve()
  expect(await Promise.all(stops)).toEqual([true, true])
  expect(events).toEqual(['start a', 'stop a'])
})

test('parts are stopped after what is just being started, and nothing more is started', async () => {
  const may = Promise.withResolvers<void>()
  const lifecycle = createLifecycle(silent)
  const started = lifecycle.start([part('a', { start: endsAfter('start a', may) }), part('b')])
  await vi.advanceTimersByTimeAsync(0)
  const stopped = lifecycle.stop()
  may.resolve()
  expect(await stopped).toBe(true)
  await started
  expect(events).toEqual(['start a', 'stop a'])
})

test('a start breaks off quietly when a stop takes away what it builds on', async () => {
  const lifecycle = createLifecycle(silent)
  async function* parts(): AsyncGenerator<Part> {
    yield part('redis')
    await lifecycle.stop()
    throw new Error('Connection is closed.')
  }
  await lifecycle.start(parts())
  expect(await lifecycle.stop()).toBe(true)
})

test('parts are stopped even if others hang or fail, and in time', async () => {
  const lifecycle = createLifecycle(silent, STOP_TIMEOUT_MS)
  const hangs = { stop: () => new Promise<never>(() => {}) }
  await lifecycle.start([part('redis'), part('a', hangs), part('b', { stop: fail }), part('c', hangs)])
  const stopped = lifecycle.stop()
  await vi.advanceTimersByTimeAsync(STOP_TIMEOUT_MS - 1)
  expect(await stopped).toBe(false)
  expect(events.at(-1)).toBe('stop redis')
})

test('parts side by side start in order, and are stopped at once, each as far as it was begun', async () => {
  const may = Promise.withResolvers<void>()
  const a = part('a', { stop: endsAfter('stop a', may) })
  const c = part('c', { start: fail, stop: async () => may.resolve() })
  const all = sideBySide('all', [a, part('b'), c, part('d')])
  await expect(all.start()).rejects.toThrow('away')
  await all.stop()
  expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a'])
})

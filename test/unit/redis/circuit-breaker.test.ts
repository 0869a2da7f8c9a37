import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCircuitBreaker } from '../../../src/redis/circuit-breaker.ts'

const MS = 900
/** A late answer is judged one turn of the event loop later. */
const LATE_MS = MS + 1

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hang = () => new Promise<never>(() => {})
const later = (ms: number) => new Promise<string>((done) => setTimeout(done, ms, 'late'))

it('a circuit breaker passes on the answer, or what was thrown', async () => {
  const breaker = createCircuitBreaker({ ms: MS, waitingMax: 1 })
  expect(await breaker(async () => 7)).toBe(7)
  await expect(breaker(() => Promise.reject(new Error('OOM')))).rejects.toThrow('OOM')
  expect(await breaker(async () => 8)).toBe(8)
})

it('a circuit breaker lets few wait at once, and refuses the others at once', async () => {
  const breaker = createCircuitBreaker({ ms: MS, waitingMax: 3 })
  const call = vi.fn(hang)
  const asked = Array.from({ length: 1_000 }, () => breaker(call).catch(String))
  await vi.advanceTimersByTimeAsync(LATE_MS)
  const answers = await Promise.all(asked)
  expect(call).toHaveBeenCalledTimes(3)
  expect(answers.filter((answer) => answer.includes('too many'))).toHaveLength(997)
})

it('a circuit breaker tries once a second after one that was late, until an answer comes', async () => {
  const breaker = createCircuitBreaker({ ms: MS, waitingMax: 100 })
  const ask = (call: () => Promise<unknown>) => breaker(call).catch(String)
  const hanging = vi.fn(hang)
  const first = ask(hanging)
  await vi.advanceTimersByTimeAsync(LATE_MS)
  expect(await first).toContain('silent')
  for (let i = 0; i < 60_000; i += 100) {
    void ask(hanging)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(hanging.mock.calls.length).toBeLessThanOrEqual(61)
  await vi.advanceTimersByTimeAsync(3_000)
  const seconds = [ask(async () => 'back'), ask(async () => 'back')]
  expect(await Promise.all(seconds)).toEqual(['back', 'Error: Redis is silent'])
  expect(await ask(async () => 'again')).toBe('again')
})

it('a circuit breaker closes again with a late answer', async () => {
  const breaker = createCircuitBreaker({ ms: MS, waitingMax: 100 })
  await Promise.all([
    expect(breaker(() => later(MS + 50))).rejects.toThrow('silent'),
    vi.advanceTimersByTimeAsync(MS + 50),
  ])
  expect(await breaker(async () => 'back')).toBe('back')
})

import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerWithin } from '../../../src/runtime/clock.ts'

const MS = 200

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hang = new Promise<never>(() => {})
const comes = (ms: number) => new Promise<string>((done) => setTimeout(done, ms, 'answer'))

it('a wait with a limit settles as an answer that comes in time, and leaves no timer', async () => {
  const answer = answerWithin(MS, comes(MS - 1), () => 'late')
  await vi.advanceTimersByTimeAsync(MS - 1)
  expect(await answer).toBe('answer')
  await expect(answerWithin(MS, Promise.reject(new Error('OOM')), () => 'late')).rejects.toThrow('OOM')
  expect(vi.getTimerCount()).toBe(0)
})

it('a wait with a limit gives what is said of a late answer, once the limit is over', async () => {
  const late = vi.fn(() => 'late')
  const answer = answerWithin(MS, hang, late)
  await vi.advanceTimersByTimeAsync(MS - 1)
  expect(late).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(await answer).toBe('late')
  expect(late).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

it('a wait with a limit hears of no answer that fails after it was late', async () => {
  const fails = comes(MS + 50).then(() => Promise.reject(new Error('too late')))
  const answer = answerWithin(MS, fails, () => 'late')
  await vi.advanceTimersByTimeAsync(MS + 100)
  expect(await answer).toBe('late')
})

it('a wait with a limit reads an answer that came while this process stood still', async () => {
  vi.useRealTimers()
  const { port1, port2 } = new MessageChannel()
  const arrived = once(port1, 'message').then(([text]) => text)
  const answer = answerWithin(5, arrived, () => 'late')
  port2.postMessage('here')
  for (const startedAt = performance.now(); performance.now() < startedAt + 20; );
  expect(await answer).toBe('here')
  port1.close()
})

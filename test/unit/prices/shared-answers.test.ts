import { expect, test } from 'vitest'
import { createSharedAnswers } from '../../../src/prices/past.ts'
import { createLog } from '../../../src/runtime/log.ts'

const { log } = createLog('silent')

/** Answers shared under a clock that the test moves; `asked` has the questions that reached the API. */
function startShared(answer: (key: string) => Promise<readonly string[]>) {
  const state = { now: 0, asked: [] as string[] }
  const ask = createSharedAnswers({
    ask: (key: string) => {
      state.asked.push(key)
      return answer(key)
    },
    keyOf: (key) => key,
    clock: () => state.now,
    log,
  })
  return { state, ask }
}

test('equal questions within a minute share one call, and its answer says when it was requested', async () => {
  const { state, ask } = startShared(async () => ['a'])
  expect(await Promise.all([ask('x'), ask('x')])).toEqual([
    { items: ['a'], at: 0 },
    { items: ['a'], at: 0 },
  ])
  state.now = 59_999
  await ask('x')
  expect(state.asked).toEqual(['x'])
  state.now = 60_000
  expect(await ask('x')).toEqual({ items: ['a'], at: 60_000 })
  await ask('y')
  expect(state.asked).toEqual(['x', 'x', 'y'])
})

test('a failed call has no answer, and is made again after 5 s', async () => {
  const { state, ask } = startShared(() => Promise.reject(new Error('away')))
  expect(await ask('x')).toBeUndefined()
  state.now = 4_999
  expect(await ask('x')).toBeUndefined()
  expect(state.asked).toEqual(['x'])
  state.now = 5_000
  await ask('x')
  expect(state.asked).toEqual(['x', 'x'])
})

test('long answers remove the oldest ones from the cache', async () => {
  const { state, ask } = startShared(async () => Array.from({ length: 25_000 }, () => ''))
  for (const key of ['a', 'b', 'c', 'd']) await ask(key)
  await ask('d')
  await ask('a')
  expect(state.asked).toEqual(['a', 'b', 'c', 'd', 'a'])
})

test('many short answers remove the oldest ones from the cache', async () => {
  const { state, ask } = startShared(async () => [])
  for (let index = 0; index <= 500; index++) await ask(String(index))
  await ask('0')
  await ask('500')
  expect(state.asked.slice(-2)).toEqual(['500', '0'])
})

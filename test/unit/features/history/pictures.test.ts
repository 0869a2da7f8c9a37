import { type Context, InlineKeyboard } from 'grammy'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPictureStore, createPictures, keyOf } from '../../../../src/features/history/pictures.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { createMemoryStore } from '../../../integration/bot/memory.ts'
import { card } from '../../charts/card-views.ts'
import { rising, view } from '../../charts/samples.ts'

const { log } = createLog('silent')
const [KEY, NEAR, FAR] = [`abc${'0'.repeat(29)}`, `abc${'1'.repeat(29)}`, `abd${'0'.repeat(29)}`] as const

test('a picture is found by its bot and its key', async () => {
  const store = createPictureStore(createMemoryStore(), log)
  store.keep(1, KEY, 'file')
  expect(await store.find(1, KEY)).toBe('file')
  expect(await store.find(2, KEY)).toBeUndefined()
  expect(await store.find(1, NEAR)).toBeUndefined()
})

test('a newer picture replaces an older one in its slot, so that Redis keeps few of them', async () => {
  const memory = createMemoryStore()
  const store = createPictureStore(memory, log)
  for (const key of [KEY, NEAR, FAR]) store.keep(1, key, key)
  expect(memory.values.size).toBe(2)
  expect([await store.find(1, KEY), await store.find(1, NEAR)]).toEqual([undefined, NEAR])
})

test('a picture expires after a day', () => {
  const calls: unknown[] = []
  const memory = {
    get: async () => null,
    set: async (...call: unknown[]) => calls.push(call),
    del: async () => 0,
  }
  createPictureStore(memory, log).keep(1, KEY, 'file')
  expect(calls).toEqual([['chart:1:abc', `${KEY} file`, 'EX', 86_400]])
})

test('no picture is found while Redis does not answer or cannot be reached', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const away = () => Promise.reject(new Error('away'))
  const silent = { get: () => new Promise<null>(() => {}), set: away, del: away }
  const store = createPictureStore(silent, log)
  store.keep(1, KEY, 'file')
  const found = store.find(1, KEY)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await found).toBeUndefined()
  expect(await createPictureStore({ ...silent, get: away }, log).find(1, KEY)).toBeUndefined()
})

test('a full render queue is busy, and nothing is sent', async () => {
  const ctx = { me: { id: 1 }, callbackQuery: { message: { photo: [] } } } as unknown as Context
  const store = { find: async () => undefined, keep: () => {} }
  const pictures = createPictures({ draw: async () => undefined }, store)
  const picture = { view: view(), caption: '', keyboard: new InlineKeyboard() }
  expect(await pictures.show(ctx, picture)).toBe('busy')
})

test('pictures that show the same have the same key, and any other picture has another', () => {
  const others = [
    { title: 'x' },
    { kind: 'gap' as const },
    { until: 1 },
    { isDark: true },
    { series: [{ label: 'Oficial', points: rising('2026-01-01', 30, 101) }] },
  ].map((over) => view(over))
  const keys = [view(), ...others, card(), card({ theme: 'dark' })].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf(view())).toBe(keys[0])
})

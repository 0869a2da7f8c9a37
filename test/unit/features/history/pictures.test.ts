import { type Context, InlineKeyboard } from 'grammy'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CardView } from '../../../../src/charts/card.ts'
import type { ChartView } from '../../../../src/charts/chart.ts'
import {
  createPictureStore,
  createPictures,
  createRenderQueue,
} from '../../../../src/features/history/pictures.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { view } from '../../charts/samples.ts'

const { log } = createLog('silent')
const [KEY, _NEAR, _FAR] = [`abc${'0'.repeat(29)}`, `abc${'1'.repeat(29)}`, `abd${'0'.repeat(29)}`] as const

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

/** A draw function that finishes when the test says so. */
function createManualDraw() {
  const begun: { title: string; finish: () => void; fail: () => void }[] = []
  const draw = (drawn: ChartView | CardView): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const title = drawn.kind === 'card' ? drawn.heading : drawn.title
      begun.push({ title, finish: () => resolve(Buffer.from(title)), fail: () => reject(new Error(title)) })
    })
  return { begun, draw }
}
const titled = (title: string): ChartView => view({ title })
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('two charts are drawn at once, and the rest wait in order', async () => {
  const { begun, draw } = createManualDraw()
  const renderQueue = createRenderQueue(draw)
  const drawn = ['a', 'b', 'c', 'd'].map((title) => renderQueue.draw(titled(title)))
  expect(begun.map(({ title }) => title)).toEqual(['a', 'b'])
  begun[1]?.finish()
  await turn()
  expect(begun.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  begun[0]?.finish()
  await turn()
  for (const { finish } of begun) finish()
  expect((await Promise.all(drawn)).map(String)).toEqual(['a', 'b', 'c', 'd'])
})

test('a chart that fails frees its slot for the next one', async () => {
  const { begun, draw } = createManualDraw()
  const renderQueue = createRenderQueue(draw)
  const drawn = ['a', 'b', 'c'].map((title) => renderQueue.draw(titled(title)))
  begun[0]?.fail()
  await expect(drawn[0]).rejects.toThrow('a')
  await turn()
  begun[2]?.finish()
  expect(String(await drawn[2])).toBe('c')
})

test('a chart requested twice while it is drawn is drawn once; requested later, it is drawn again', async () => {
  const { begun, draw } = createManualDraw()
  const renderQueue = createRenderQueue(draw)
  const both = [renderQueue.draw(titled('a')), renderQueue.draw(titled('a'))]
  expect(begun).toHaveLength(1)
  begun[0]?.finish()
  expect((await Promise.all(both)).map(String)).toEqual(['a', 'a'])
  renderQueue.draw(titled('a'))
  expect(begun).toHaveLength(2)
})

test('when 200 charts wait, another one is refused', async () => {
  const { begun, draw } = createManualDraw()
  const renderQueue = createRenderQueue(draw)
  for (let index = 0; index < 202; index++) renderQueue.draw(titled(String(index)))
  expect(await renderQueue.draw(titled('one too many'))).toBeUndefined()
  expect(begun).toHaveLength(2)
})

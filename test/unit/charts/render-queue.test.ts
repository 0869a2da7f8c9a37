import { expect, test } from 'vitest'
import type { ChartView } from '../../../src/charts/chart.ts'
import { chartKey } from '../../../src/charts/chart.ts'
import { createRenderQueue } from '../../../src/charts/render-queue.ts'
import { rising, view } from './samples.ts'

/** A draw function that finishes when the test says so. */
function createManualDraw() {
  const begun: { title: string; finish: () => void; fail: () => void }[] = []
  const draw = ({ title }: ChartView): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      begun.push({ title, finish: () => resolve(Buffer.from(title)), fail: () => reject(new Error(title)) })
    })
  return { begun, draw }
}
const EXTREMES = { high: { day: '2026-01-09', price: '140' }, low: { day: '2026-01-03', price: '90' } }
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

test('a chart key depends on everything a chart shows, and on nothing else', () => {
  const other: Partial<ChartView>[] = [
    { title: 'x' },
    { source: 'x' },
    { kind: 'gap' },
    { from: '2026-01-02' },
    { to: '2026-01-29' },
    { language: 'en' },
    { numbers: 'en-US' },
    { simulated: true },
    { series: [{ label: 'x', points: rising('2026-01-01', 30) }] },
    { series: [{ label: 'Oficial', points: rising('2026-01-01', 29) }] },
    { series: [{ label: 'Oficial', points: rising('2026-01-01', 30, 101) }] },
    { series: [{ label: 'Oficial', points: rising('2026-01-01', 30), extremes: EXTREMES }] },
  ]
  const keys = [{}, ...other].map((over) => chartKey(view(over)))
  expect(new Set(keys).size).toBe(keys.length)
  expect(chartKey(view())).toBe(chartKey({ ...view(), unseen: 1 } as ChartView))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

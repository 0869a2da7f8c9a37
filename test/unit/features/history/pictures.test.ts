import { type Context, InlineKeyboard } from 'grammy'
import { expect, test } from 'vitest'
import type { CardView } from '../../../../src/charts/card.ts'
import type { ChartView } from '../../../../src/charts/chart.ts'
import { createPictures, createRenderQueue, keyOf } from '../../../../src/features/history/pictures.ts'
import { view } from '../../charts/samples.ts'
import { refusal } from '../../telegram/refusal.ts'

const PICTURE = { view: view(), caption: '', keyboard: new InlineKeyboard() }

test('a chart whose file Telegram lost is drawn again', async () => {
  const sent: unknown[] = []
  async function replyWithPhoto(photo: unknown) {
    sent.push(photo)
    if (photo !== 'lost') return { photo: [{ file_id: 'new' }] }
    throw refusal(400, 'Bad Request: wrong file identifier')
  }
  const ctx = { replyWithPhoto } as unknown as Context
  const files = new Map([[keyOf(PICTURE.view), 'lost']])
  const pictures = createPictures({ draw: async () => Buffer.from('png') }, files)
  expect(await pictures.show(ctx, PICTURE)).toBe('sent')
  expect(sent).toHaveLength(2)
  expect([...files.values()]).toEqual(['new'])
})

test('a full render queue is busy, and nothing is sent', async () => {
  const ctx = { callbackQuery: { message: { photo: [] } } } as unknown as Context
  const pictures = createPictures({ draw: async () => undefined })
  expect(await pictures.show(ctx, PICTURE)).toBe('busy')
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
/** A render queue that was asked for charts with these titles. */
async function start(...titles: string[]) {
  const { begun, draw } = createManualDraw()
  const renderQueue = createRenderQueue(draw)
  const ask = (title: string) => renderQueue.draw(view({ title }))
  const drawn = titles.map(ask)
  await turn()
  return { begun, ask, drawn, titles: () => begun.map(({ title }) => title) }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('one chart is drawn at a time, and the rest wait in order', async () => {
  const { begun, drawn, titles } = await start('a', 'b', 'c')
  expect(titles()).toEqual(['a'])
  begun[0]?.finish()
  await turn()
  expect(titles()).toEqual(['a', 'b'])
  begun[1]?.finish()
  await turn()
  begun[2]?.finish()
  expect((await Promise.all(drawn)).map(String)).toEqual(['a', 'b', 'c'])
})

test('a chart that fails lets the next one be drawn', async () => {
  const { begun, drawn } = await start('a', 'b')
  begun[0]?.fail()
  await expect(drawn[0]).rejects.toThrow('a')
  await turn()
  begun[1]?.finish()
  expect(String(await drawn[1])).toBe('b')
})

test('a chart requested twice while it is drawn is drawn once; requested later, it is drawn again', async () => {
  const { begun, drawn, ask } = await start('a', 'a')
  expect(begun).toHaveLength(1)
  begun[0]?.finish()
  expect((await Promise.all(drawn)).map(String)).toEqual(['a', 'a'])
  ask('a')
  await turn()
  expect(begun).toHaveLength(2)
})

test('when 200 charts wait, another one is refused', async () => {
  const { begun, ask } = await start(...Array.from({ length: 201 }, (_, index) => String(index)))
  expect(await ask('one too many')).toBeUndefined()
  expect(begun).toHaveLength(1)
})

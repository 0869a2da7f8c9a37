import type { Update } from 'grammy/types'
import { expect, it } from 'vitest'
import { createHeadStart } from '../../../src/telegram/head-start.ts'

const update = (number: number, chat = number): Update =>
  ({ update_id: number, message: { chat: { id: chat } } }) as unknown as Update

const HANGING = 13
const LEFT = 14

/** Handles every update at once but number 13, which hangs, and 14, which is left as we stop; chat 7 is in hand. */
async function start({ waiting = 0, parked = 0, isAlone = true, takesFirst = true } = {}) {
  const handled: number[] = []
  const found = { waiting, parked }
  const headStart = createHeadStart({
    run: async ({ update_id }) => {
      handled.push(update_id)
      if (update_id === HANGING) await new Promise(() => {})
      return update_id !== LEFT
    },
    chatsInHand: () => ['7'],
    chatsMax: 3,
    backlog: isAlone ? async () => found : undefined,
  })
  const toStore = async (...updates: Update[]): Promise<number[]> =>
    (await headStart.take(updates)).map(({ update_id }) => update_id)
  await headStart.check()
  if (takesFirst) await toStore(update(9))
  return { headStart, handled, found, toStore }
}

it('handles new updates of free chats at once, and stores those that are not done soon', async () => {
  const { handled, toStore } = await start()
  expect(await toStore(update(10), update(11))).toEqual([])
  expect(await toStore(update(12), update(HANGING))).toEqual([HANGING])
  expect(handled).toEqual([10, 11, 12, HANGING])
})

it('stores what is left as we stop', async () => {
  const { toStore } = await start()
  expect(await toStore(update(LEFT), update(15))).toEqual([LEFT])
})

it('stores first what may have been stored before: the first batch, and numbers that came already', async () => {
  const { handled, toStore } = await start({ takesFirst: false })
  expect(await toStore(update(9))).toEqual([9])
  expect(await toStore(update(9), update(10))).toEqual([9, 10])
  expect(handled).toEqual([])
})

it('stores first what is of a chat in hand, and more than may be in hand', async () => {
  const { handled, toStore } = await start()
  expect(await toStore(update(10, 7), update(11), update(12), update(15))).toEqual([10, 15])
  expect(handled).toEqual([11, 12])
})

it('counts updates that hang as in hand', async () => {
  const { handled, toStore } = await start()
  await toStore(update(HANGING))
  expect(await toStore(update(15), update(16))).toEqual([16])
  expect(handled).toEqual([HANGING, 15])
})

it.each([{ waiting: 1 }, { parked: 1 }])(
  'stores first while %j in Redis, where an older update may wait',
  async (found) => {
    const { handled, toStore } = await start(found)
    expect(await toStore(update(10))).toEqual([10])
    expect(handled).toEqual([])
  },
)

it('stores first where other processes handle updates too', async () => {
  const { handled, toStore } = await start({ isAlone: false })
  expect(await toStore(update(10))).toEqual([10])
  expect(handled).toEqual([])
})

it('stores first from when it falls behind until nothing waits', async () => {
  const { headStart, handled, found, toStore } = await start({ waiting: 1 })
  found.waiting = 0
  expect(await toStore(update(10))).toEqual([10])
  await headStart.check()
  expect(await toStore(update(11))).toEqual([])
  headStart.fallBehind()
  await headStart.check() // too early: a lease that was lost may not have ended
  expect(await toStore(update(12))).toEqual([12])
  expect(handled).toEqual([11])
})

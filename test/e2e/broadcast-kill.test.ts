import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHouse } from '../support/bots.ts'
import { ANA, EMMA, LUIS } from '../support/people.ts'

/** Chats are found for the broadcast one a second. */
const OPERATED = { ADMIN_CHAT_IDS: String(ANA.chat), SEND_RATE_PER_SECOND: '2' }
const GROUPS = [-1_001_000_000_001, -1_001_000_000_002, -4_000_001]
const PLACES = [LUIS, EMMA, ...GROUPS.map((chat) => ({ user: ANA.user, chat }))]
const TEXT = 'Mañana hay mantenimiento'
const TAKEN_OVER = { timeout: 30_000, interval: 50 }
const FINISHED = { timeout: 40_000, interval: 100 }
const TEST_TIMEOUT_MS = 80_000

describe('a bot that is killed during a broadcast', () => {
  let context: Awaited<ReturnType<typeof startHouse>>

  beforeAll(async () => {
    context = await startHouse()
  })
  afterAll(() => context.stop())

  /** How often each place has heard it. */
  const heard = (): Promise<number[]> =>
    Promise.all(
      PLACES.map(async (place) =>
        (await context.people.messages(place)).reduce((sum, { text }) => sum + Number(text === TEXT), 0),
      ),
    )
  const heardInAll = async (): Promise<number> => (await heard()).reduce((sum, times) => sum + times)

  /** Writes it, and presses the button that sends it. */
  async function broadcast(): Promise<void> {
    const { people } = context
    await people.ask(ANA, `/broadcast ${TEXT}`)
    const question = (await people.messages(ANA)).at(-1)
    const button = question?.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === 'Enviar')
    await people.press(ANA, question?.message_id ?? 0, button?.callback_data ?? '')
  }

  it(
    'is replaced by another, and every chat is sent it once',
    async () => {
      const { people } = context
      const [one] = [await context.startBot(OPERATED), await context.startBot(OPERATED)]
      for (const chat of GROUPS)
        for (const what of ['remove', 'add']) await people.act(what, { user: ANA.user, chat })
      for (const place of [ANA, LUIS, EMMA]) await people.ask(place, '/start')
      await broadcast()
      await expect.poll(heardInAll, TAKEN_OVER).toBeGreaterThan(0)
      one.child.kill('SIGKILL')
      expect(await heardInAll()).toBeLessThan(PLACES.length)
      const isOver = async (): Promise<boolean> =>
        (await people.messages(ANA)).some(({ text }) => text?.startsWith('Terminado'))
      await expect.poll(isOver, FINISHED).toBe(true)
      expect(await heard()).toEqual(PLACES.map(() => 1))
    },
    TEST_TIMEOUT_MS,
  )
})

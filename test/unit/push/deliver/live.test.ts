import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveEditor, createLiveTicker } from '../../../../src/push/deliver/live.ts'
import { COMPOSE_AGAIN } from '../../../../src/push/deliver/refusal.ts'
import { NO_ANSWER, SENT, type SendResult } from '../../../../src/telegram/send-result.ts'
import { quoteOf } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const NOON = Date.UTC(2026, 10, 21, 16)

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

it.each<[SendResult, unknown, string[]]>([
  [SENT, SENT, []],
  [NO_ANSWER, NO_ANSWER, []],
  [{ kind: 'fail', reason: 'message to edit not found' }, COMPOSE_AGAIN, ['-7']],
])(
  'the edit of a live message that Telegram answers by %j ends it only where it is refused',
  async (answer, told, ended) => {
    const stopped: string[] = []
    const edit = createLiveEditor({
      chats: { live: { stop: async (chat: string) => void stopped.push(chat) } as never },
      edit: async () => answer,
    })
    expect([await edit('-7', 42, 'now'), stopped]).toEqual([told, ended])
  },
)

/** A started ticker; what it did, with the second in which it did it. */
async function start(live: readonly string[]) {
  const startedAt = performance.now()
  const done: string[] = []
  const note = (text: string): void => {
    done.push(`${Math.round((performance.now() - startedAt) / 1_000)} ${text}`)
  }
  const state = { price: '800', read: async (): Promise<readonly string[]> => live }
  const ticker = createLiveTicker({
    prices: {
      all: () => [{ quote: quoteOf(state.price), asOf: Date.now() }],
      refresh: async () => note('refresh'),
    } as never,
    chats: { live: { chats: () => state.read() } as never },
    queue: { makeDue: async (chat) => note(`due ${chat}`) },
    clock: Date.now,
    log: silent,
  })
  await ticker.start()
  const pass = async (seconds: number): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    return done.splice(0)
  }
  return { ticker, state, pass }
}

it('the ticker of live messages makes all chats due at first, and when a price changes', async () => {
  const { ticker, state, pass } = await start(['-7', '-8'])
  expect(await pass(1)).toEqual(['1 refresh', '1 due -7', '1 due -8'])
  expect(await pass(9)).toEqual([])
  state.price = '801'
  expect(await pass(1)).toEqual(['11 due -7', '11 due -8'])
  await ticker.stop()
  state.price = '802'
  expect(await pass(60)).toEqual([])
})

it('the ticker of live messages asks for prices every 15 s, and makes all due again each minute', async () => {
  const { ticker, pass } = await start(['-7'])
  expect(await pass(61)).toEqual([
    '1 refresh',
    '1 due -7',
    '16 refresh',
    '31 refresh',
    '46 refresh',
    '61 refresh',
    '61 due -7',
  ])
  await ticker.stop()
})

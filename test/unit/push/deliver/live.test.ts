import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveEditor, createLiveTicker } from '../../../../src/push/deliver/live.ts'
import { COMPOSE_AGAIN } from '../../../../src/push/deliver/refusal.ts'
import { NO_ANSWER, SENT, type SendResult } from '../../../../src/telegram/send-result.ts'
import { quoteOf } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const NOON = Date.UTC(2026, 10, 21, 16)

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

describe('the edit of a live message', () => {
  /** An editor for which this is pinned, and what it did. */
  function arrange(pinnedIn: () => Promise<number | undefined>, result: SendResult = SENT) {
    const done: string[] = []
    const edit = createLiveEditor({
      chats: { live: { stop: async (chat: string) => void done.push(`stop ${chat}`) } as never },
      edit: async (chat, message, text) => {
        done.push(`edit ${chat} ${message} ${text}`)
        return result
      },
      pinnedIn: (chat) => {
        done.push(`look ${chat}`)
        return pinnedIn()
      },
    })
    return { edit, done }
  }

  it.each([
    ['it is pinned', async () => 42],
    ['a newer message is pinned above it', async () => 43],
    ['Telegram does not say', () => Promise.reject(new Error('away'))],
  ])('is made where %s', async (_where, pinnedIn) => {
    const { edit, done } = arrange(pinnedIn)
    expect(await edit('-7', 42, 'now')).toEqual(SENT)
    expect(done).toEqual(['look -7', 'edit -7 42 now'])
  })

  it.each([
    ['an older one is on top', async () => 41],
    ['nothing is pinned', async () => undefined],
  ])('is not made where %s: people have unpinned it, and it ends', async (_where, pinnedIn) => {
    const { edit, done } = arrange(pinnedIn)
    expect(await edit('-7', 42, 'now')).toEqual(COMPOSE_AGAIN)
    expect(done).toEqual(['look -7', 'stop -7'])
  })

  it('ends it where Telegram refuses, and only tells what else became of it', async () => {
    const refused = arrange(async () => 42, { kind: 'fail', reason: 'message to edit not found' })
    expect(await refused.edit('-7', 42, 'now')).toEqual(COMPOSE_AGAIN)
    expect(refused.done.at(-1)).toBe('stop -7')
    const later = arrange(async () => 42, NO_ANSWER)
    expect(await later.edit('-7', 42, 'now')).toEqual(NO_ANSWER)
    expect(later.done.at(-1)).toBe('edit -7 42 now')
  })

  it('asks what is pinned in a chat every 30 s at most', async () => {
    const { edit, done } = arrange(async () => 42)
    const looks = async (chat: string) => {
      done.length = 0
      await edit(chat, 42, 'now')
      return done.filter((one) => one === `look ${chat}`).length
    }
    expect([await looks('-7'), await looks('-7'), await looks('-8')]).toEqual([1, 0, 1])
    vi.advanceTimersByTime(29_999)
    expect(await looks('-7')).toBe(0)
    vi.advanceTimersByTime(1)
    expect(await looks('-7')).toBe(1)
  })
})

describe('the ticker of live messages', () => {
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

  it('makes all chats due at first, and when a price changes', async () => {
    const { ticker, state, pass } = await start(['-7', '-8'])
    expect(await pass(1)).toEqual(['1 refresh', '1 due -7', '1 due -8'])
    expect(await pass(9)).toEqual([])
    state.price = '801'
    expect(await pass(1)).toEqual(['11 due -7', '11 due -8'])
    await ticker.stop()
    state.price = '802'
    expect(await pass(60)).toEqual([])
  })

  it('asks for prices every 15 s, and makes all due again each minute', async () => {
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
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BotContext } from '../../../src/bot/context.ts'
import { createEarlierQuestion } from '../../../src/bot/earlier-question.ts'
import { createCatalogue } from '../../../src/parse/catalogue/catalogue.ts'
import { readRequest } from '../../../src/parse/request/read.ts'
import { isQuestion, type Question } from '../../../src/parse/request/request.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMemoryStore } from '../../integration/bot/memory.ts'
import { MONITORS, TODAY } from '../parse/request/monitors.ts'

const { markNames } = createCatalogue(MONITORS)
const SENTENCES = readFileSync(new URL('../../fixtures/sentences.txt', import.meta.url), 'utf8')
const QUESTIONS = SENTENCES.split('\n').flatMap((line) => {
  const [texts = ''] = line.split(' = ')
  const request = readRequest(texts.split(' | ')[0] ?? '', { today: TODAY, markNames })
  return request && isQuestion(request) ? request : []
})

function start(isPrivate = true) {
  const store = createMemoryStore()
  const { keep, find } = createEarlierQuestion(store, createLog('fatal', () => {}).log)
  const ctx = (asked?: BotContext['asked']) => ({ isPrivate, chatKey: '5', asked }) as BotContext
  return {
    store,
    keep,
    find: () => find(ctx()),
    handle: (asked?: BotContext['asked']) => keep(ctx(asked), async () => {}),
  }
}

/** What no follow-up goes on from. */
function withoutDetails(question: Question): Question {
  if (question.kind === 'rate') {
    const { isOpening: _, ...rest } = question
    return rest
  }
  if (question.kind === 'charge') {
    const { rate: _, ...rest } = question
    return rest
  }
  if (question.kind !== 'convert' || !question.conversion) return question
  const { otherReading: _, ...conversion } = question.conversion
  return { kind: 'convert', conversion }
}

describe('what was asked last', () => {
  it('is found again, whatever people ask', async () => {
    expect(QUESTIONS.length).toBeGreaterThan(400)
    const { handle, find } = start()
    for (const question of QUESTIONS) {
      await handle(question)
      expect(await find()).toEqual(withoutDetails(question))
    }
  })

  it('stays where an update asks for nothing that is gone on from', async () => {
    const { handle, find } = start()
    await handle({ kind: 'amount', amount: '20' })
    await handle()
    expect(await find()).toEqual({ kind: 'amount', amount: '20' })
  })

  it('ends with another request, in words or as a command', async () => {
    const { handle, find, keep } = start()
    await handle({ kind: 'amount', amount: '20' })
    await handle({ kind: 'other' })
    expect(await find()).toBeUndefined()
    await handle({ kind: 'amount', amount: '20' })
    await keep({ isPrivate: true, chatKey: '5', message: { text: '/brecha' } } as BotContext, async () => {})
    expect(await find()).toBeUndefined()
  })

  it('is kept once the update is answered, and not where that fails', async () => {
    const { keep, store } = start()
    const ctx = { isPrivate: true, chatKey: '5' } as BotContext
    const failing = keep(ctx, async () => {
      ctx.asked = { kind: 'charge' }
      throw new Error('not sent')
    })
    await expect(failing).rejects.toThrow('not sent')
    expect(store.values.size).toBe(0)
  })

  it('is neither kept nor looked for in a group', async () => {
    const { handle, find, store } = start(false)
    await handle({ kind: 'charge' })
    expect(store.values.size).toBe(0)
    store.values.set('asked:5', '{"kind":"charge"}')
    expect(await find()).toBeUndefined()
  })

  it('is nothing where another program kept it', async () => {
    const { find, store } = start()
    for (const text of [
      '{no json',
      '["5000 bs"]',
      '{"kind":"rate"}',
      '{"kind":"amount","amount":"-5"}',
      '{"kind":"x"}',
    ]) {
      store.values.set('asked:5', text)
      expect(await find()).toBeUndefined()
    }
  })
})

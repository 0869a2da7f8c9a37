import type { InlineKeyboard } from 'grammy'
import { expect, test } from 'vitest'
import type { BotContext } from '../../../../src/bot/context.ts'
import { summaryOf } from '../../../../src/features/history/chart-data.ts'
import { createShowChart } from '../../../../src/features/history/command.ts'
import type { Sent } from '../../../../src/features/history/pictures.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { monitor, NOON, quote } from '../../../integration/bot/memory.ts'

const OFFICIAL = monitor('page_alpha.usd')
const DAY = { day: '2026-01-20', price: '350', high: '350', low: '350', lastUpdate: NOON }
const ORDER = {
  request: { monitors: [OFFICIAL], isGap: false, range: { kind: 'last', days: 30 } as const },
  observedQuotes: [{ quote: quote(OFFICIAL, 'Dólar oficial', '350'), asOf: 0 }],
}

/** A context and what was replied; under a picture where a button of one was pressed. */
function createHeard(isUnderPicture: boolean) {
  const said: string[] = []
  const replyOrEdit = async (html: string, _keyboard?: InlineKeyboard): Promise<void> => void said.push(html)
  const ctx = {
    me: { id: 1 },
    callbackQuery: isUnderPicture ? { message: { photo: [] } } : undefined,
    replyOrEdit,
    words: wordsIn('es'),
    language: 'es',
    now: NOON,
  } as unknown as BotContext
  return { said, ctx }
}
const asking: unknown[] = []
const past = {
  days: async (...question: unknown[]) => {
    asking.push(question)
    return { items: [DAY], at: NOON }
  },
  updates: async () => ({ items: [], at: NOON }),
}
const showing = (sent: Sent) => createShowChart(past, { show: async () => sent })

test('a chart is refused with a text while too many charts are drawn', async () => {
  const [chat, button] = [createHeard(false), createHeard(true)]
  expect(await showing('busy')(chat.ctx, ORDER)).toBeUndefined()
  expect(chat.said).toEqual(['Hay muchos gráficos en cola. Prueba otra vez en un momento.'])
  expect(await showing('busy')(button.ctx, ORDER)).toBe(chat.said[0])
  expect(button.said).toEqual([])
})

test('a chart also reads the ten days before it, within the 10 years that the rate API gives', async () => {
  const { ctx } = createHeard(false)
  const ask = (days: number) =>
    showing('sent')(ctx, { ...ORDER, request: { ...ORDER.request, range: { kind: 'last', days } } })
  asking.length = 0
  await ask(30)
  await ask(3_650)
  expect(asking).toEqual([
    [OFFICIAL, '2025-12-12', '2026-01-21'],
    [OFFICIAL, '2016-01-22', '2026-01-21'],
  ])
})

test('a span without a price of its own has no summary, whatever was before it', () => {
  const days = [
    { ...DAY, day: '2026-01-20', price: '345' },
    { ...DAY, day: '2026-01-21' },
  ]
  expect(summaryOf({ days }, { from: '2026-01-22', to: '2026-01-25' })).toBeUndefined()
  expect(summaryOf({ days }, { from: '2026-01-21', to: '2026-01-25' })?.close.value).toBe('350')
})

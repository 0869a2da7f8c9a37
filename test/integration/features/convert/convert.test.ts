import fc from 'fast-check'
import { parseHtml } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { addFlavor, type BotContext } from '../../../../src/bot/context.ts'
import type { Quote } from '../../../../src/domain/monitor.ts'
import { createConvert } from '../../../../src/features/convert/command.ts'
import { BUTTON_BYTES_MAX } from '../../../../src/telegram/button-data.ts'
import { createMemoryPrices, monitor, NOON, QUOTES, quote } from '../../bot/memory.ts'

const TEXT_LENGTH_MAX = 4_096

interface Said {
  readonly html: string
  readonly data: readonly (string | undefined)[]
}

const hostile: readonly Quote[] = [
  ...QUOTES,
  quote(monitor('page_gamma.usd'), '</pre><b>&amp;\u202e\ud800', '0.0001', { simulated: true, stale: true }),
  quote(monitor(`${'p'.repeat(32)}.${'k'.repeat(32)}`), '<a href="tg://x">'.repeat(20), '999999999.999999', {
    lastUpdate: NOON + 200_000_000,
    inForce: { price: '1', lastUpdate: NOON },
  }),
  quote(monitor('page_gamma.eur', 'euro'), '\n\n', '1'),
]

const access = { mayUse: async () => true, monitors: () => [] }

/** What `/convert` answers to a text. */
async function say(text: string): Promise<Said[]> {
  const said: Said[] = []
  const ctx = { chat: { id: 1, type: 'private' }, from: { language_code: 'es' }, me: {} } as BotContext
  const flavor = addFlavor({
    readChat: async () => undefined,
    answerPrivately: async () => 0,
    defaultLanguage: 'es',
    clock: () => NOON,
  })
  await flavor(ctx, async () => {})
  const prices = createMemoryPrices(hostile)
  const day = { day: '2025-12-31', price: '7', high: '7', low: '7', lastUpdate: 0 }
  const past = { days: async () => ({ items: [day], at: 0 }), updates: async () => undefined }
  const conversions = createConvert({ access, prices, past })
  const replyOrEdit = async (
    html: string,
    keyboard?: { inline_keyboard: readonly (readonly object[])[] },
  ) => {
    const buttons = keyboard?.inline_keyboard.flat() ?? []
    said.push({ html, data: buttons.map((one) => (one as { callback_data?: string }).callback_data) })
  }
  await conversions.answerText({ ...ctx, replyOrEdit } as never, text.trim().slice(0, 200))
  return said
}

const word = fc.constantFrom(
  ...'100 1.500 0,00001 99999999999999999999 usd eur bs $ € a en page_gamma.usd page_gamma.eur 15-01-2026 hoy mañana promedio'.split(
    ' ',
  ),
  `${'p'.repeat(32)}.${'k'.repeat(32)}`,
)
const line = fc.oneof(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 250, unit: 'binary' }),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
)

test('1,000 texts after /convert are each answered once, by HTML that Telegram takes and buttons that fit in a link', async () => {
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const said = await say(text)
      expect(said).toHaveLength(1)
      for (const { html, data } of said) {
        expect(parseHtml(html).text.length).toBeLessThanOrEqual(TEXT_LENGTH_MAX)
        for (const one of data) expect(Buffer.byteLength(one ?? '')).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
      }
    }),
    { numRuns: 1_000 },
  )
})

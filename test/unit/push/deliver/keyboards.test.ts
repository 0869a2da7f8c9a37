import { expect, it } from 'vitest'
import { gapSignal, priceSignal } from '../../../../src/chats/alert.ts'
import { parseChat } from '../../../../src/chats/chat.ts'
import { type MonitorId, monitorRef } from '../../../../src/domain/monitor.ts'
import type { SequencedQuote } from '../../../../src/push/deliver/load.ts'
import { alertButtons } from '../../../../src/push/deliver/sections.ts'
import { shortHashesOf } from '../../../../src/telegram/button-data.ts'
import type { Keyboard } from '../../../../src/telegram/send.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { EUR, quoteOf, USD } from '../../../support/push.ts'
import { alert, messageFor, NOON, trigger } from './composing.ts'

const priceOf = (monitor: MonitorId, price: string): SequencedQuote => ({
  quote: quoteOf(price, { monitor }),
  asOf: NOON,
  sequence: 7,
})
const PRICES = [priceOf(USD, '820'), priceOf(EUR, '950')]

/** The message to a chat with these fields, once these prices came. */
const composed = (fields: Record<string, string>, triggered: readonly number[] = []) =>
  messageFor({ chat: parseChat(fields), prices: PRICES, triggers: triggered.map((id) => trigger(id)) })

const rowsOf = (keyboard: Keyboard | undefined) =>
  keyboard?.inline_keyboard.map((row) => row.map(({ text, callback_data }) => `${text}: ${callback_data}`))

const follow = (monitor: MonitorId) => ({ [monitorRef(monitor)]: '800 1000 3' })

it('a push about one monitor has buttons for fewer, its chart, and none', () => {
  expect(rowsOf(composed(follow(USD)).keyboard)).toEqual([
    ['Menos avisos: +fm:d:page_alpha.usd', 'Gráfico: +h:d:page_alpha.usd', 'No seguir: +u:d:page_alpha.usd'],
  ])
})

it('a push to a channel has no buttons, as who reads it can change nothing', () => {
  const fields = { ...follow(USD), channel: '1', alert1: `above ${priceSignal(USD)} 900` }
  expect(composed(fields).keyboard).toBeUndefined()
  expect(composed(fields, [1]).keyboard).toBeUndefined()
})

it('an alert in the message of a push shares four buttons with it', () => {
  const fields = { ...follow(USD), alert1: `above ${priceSignal(USD)} 900` }
  expect(rowsOf(composed(fields, [1]).keyboard)).toEqual([
    ['Pausar alerta: +al|p1', 'Menos avisos: +fm:d:page_alpha.usd'],
    ['Gráfico: +h:d:page_alpha.usd', 'No seguir: +u:d:page_alpha.usd'],
  ])
})

it('an alert of a kind that this program does not know is told plainly, and leads to the list', () => {
  const message = composed({ alert1: `sideways ${priceSignal(USD)} 900` }, [1])
  expect(message.text).toBe('🔔 Pasó lo que esperaba una alerta de otra versión del bot. No sé decir más.')
  expect(rowsOf(message.keyboard)).toEqual([['Ver las alertas: +al']])
  expect(message.account.triggers.map(({ id }) => id)).toEqual([1])
})

it.each([
  ['one for once, which is over', [alert(1, { once: true })], ['Otra alerta: +a:d:page_alpha.usd']],
  [
    'one on a gap',
    [alert(2, { signal: gapSignal(USD, EUR) })],
    ['Pausar alerta: +al|p2', `Otra alerta: +a|g~${shortHashesOf([USD, EUR])}`],
  ],
  ['several', [alert(1), alert(2)], ['Ver las alertas: +al']],
] as const)('the buttons under %s are about it', (_, triggered, buttons) => {
  expect(rowsOf(alertButtons(wordsIn('es'), triggered))).toEqual([buttons])
})

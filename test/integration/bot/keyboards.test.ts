import type { InlineKeyboardButton } from 'grammy/types'
import { expect, test } from 'vitest'
import { BUTTONS_MAX } from '../../../src/bot/buttons.ts'
import { pendingButton } from '../../../src/bot/channel-answers.ts'
import { payloadOf } from '../../../src/bot/feature.ts'
import { addDays } from '../../../src/domain/caracas.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { moveButtons } from '../../../src/push/deliver/sections.ts'
import { parseButtonData } from '../../../src/telegram/button-data.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { useChats } from '../../support/chats.ts'
import { createMemoryPast, createMemoryPrices, monitor, NOON, quote } from './memory.ts'
import { GROUP, PRIVATE, startRouter } from './router.ts'

const { chats } = await useChats()

const TODAY = '2026-01-21'
const DAYS = 60
/** The longest name of a page. */
const MARKET = `market_${'x'.repeat(25)}`

/** Twelve rates: one for days to come, a euro beside its dollar, several of one key, one made of two sources. */
const QUOTES = [
  quote(monitor('bcv.usd'), 'Dólar BCV', '349.9272', {
    aliases: ['bcv', 'oficial'],
    lastUpdate: NOON + 43_200_000,
    inForce: { price: '348.1', lastUpdate: NOON - 43_200_000 },
  }),
  quote(monitor('bcv.eur', 'euro'), 'Euro BCV', '410.2'),
  quote(monitor(`${MARKET}.usd`), 'Paralelo', '812.4', { aliases: ['paralelo'], sources: ['A', 'B'] }),
  quote(monitor(`${MARKET}.eur`, 'euro'), 'Euro paralelo', '930.1'),
  quote(monitor(`${MARKET}.promedio`), 'Promedio', '581.16'),
  ...['binance', 'cash', 'bank', 'shop', 'post', 'fair', 'home'].map((page, at) =>
    quote(monitor(`${page}.usd`), `Dólar en la casa de cambio ${page}`, `${800 + at}`),
  ),
]

type Buttons = readonly (readonly InlineKeyboardButton[])[]

interface Seen {
  readonly from: string
  readonly buttons: Buttons
}

/** The whole router before one chat, and every keyboard that it sent; `from` is what it was sent for. */
function arrange(chat: typeof PRIVATE | typeof GROUP) {
  const client = createMemoryPast()
  for (const { monitor: id, price } of QUOTES) {
    const days = Array.from({ length: DAYS }, (_, at) => [addDays(TODAY, at - DAYS), price] as const)
    client.set(id, Object.fromEntries(days))
  }
  const seen: Seen[] = []
  const state = { from: '' }
  const photo = [{ file_id: 'photo', file_unique_id: 'photo', width: 1, height: 1 }]
  const router = startRouter({
    chat,
    language: 'es',
    prices: createMemoryPrices(QUOTES),
    client,
    chats,
    answer(method, { reply_markup }) {
      const { inline_keyboard: buttons } = (reply_markup ?? {}) as { inline_keyboard?: Buttons }
      if (buttons) seen.push({ from: state.from, buttons })
      return method === 'getChatMember'
        ? { status: 'creator' }
        : { message_id: 9, chat, date: 0, text: '', photo }
    },
  })
  return { ...router, seen, state }
}

/** What people type after the commands, and without one. */
const SAYINGS = [
  ...['/tasa usd', '/tasa bcv', `/tasa ${MARKET}`, '/tasa paralello', '/tasa casa'],
  ...['/convertir 20', '100 usd', '1.5 usd', '5000 bs', '20 usd a eur', '100 usd bcv', '20 usd paralello'],
  ...['100 usd 15-01-2026', '20 usd bcv paralelo', '123456789012.123456789012 usd'],
  ...['/historial usd', '/historial usd eur', '/historial brecha', '/historial usd 01-01-2020 02-01-2020'],
  ...[
    '/brecha usd promedio',
    '/cambios usd',
    '/cambios usd 15-01-2026',
    '/seguir usd',
    `/seguir ${MARKET}.usd`,
  ],
  ...['/seguir', '/cambios', '/dejar', '/dejar usd', '/seguir usd'],
  ...['/alertas usd > 3000', '/alertas usd 2%', '/alertas usd 1050', '/alertas brecha > 30', '/alertas bcv'],
  ...['/alertas usd > 3001', '/alertas usd > 3002', '/alertas usd > 9000', '/alertas'],
  ...['/cobrar 20', '/cobrar 20 paga 15 usd', '/cobrar 12x25+8 paga 100 usd y 2000 bs'],
  ...['/conviene 980', 'me venden 100$ en 820', '/imagen auto', 'hola', 'gracias', 'xyzzy plugh', '50'],
]

/** What is shown while notices are off. */
const STOPPED = [
  '/parar',
  '/seguir',
  '/dejar',
  '/ajustes',
  '/alertas',
  '/alertas usd > 3000',
  '/start',
  '/dejar bcv',
]

/** Figures and fingerprints make no other button. */
const kindOf = (data: string): string =>
  data
    .replace(/\|(?=[\w-]{8}[+=]?$)(?!\d+$).*/, '|fingerprint')
    .replace(/,[\w-]{8}$/, '')
    .replace(/\d+(?:\.\d+)?/g, '0')

/** Says everything, then presses every kind of button that comes, until no new one does. */
async function seeEveryKeyboard(chat: typeof PRIVATE | typeof GROUP) {
  const { features, seen, state, say, press } = arrange(chat)
  const commands = features.flatMap(({ names }) => names.map((name) => `/${name}`))
  for (const text of [...commands, ...SAYINGS, ...STOPPED, '/seguir usd']) {
    state.from = text
    await say(text)
  }
  const words = wordsIn('es')
  const push = moveButtons(words, [{ quote: QUOTES[0] as Quote, from: '1', fromAt: 1 }])
  seen.push({ from: 'a push', buttons: push.inline_keyboard })
  seen.push({ from: 'a channel', buttons: pendingButton(words).inline_keyboard })
  const pressed = new Set<string>()
  for (let at = 0; at < seen.length; at++) {
    const { from, buttons } = seen[at] as Seen
    for (const button of buttons.flat()) {
      if (!('callback_data' in button) || pressed.has(kindOf(button.callback_data))) continue
      pressed.add(kindOf(button.callback_data))
      state.from = `${from} [${button.text}]`
      await press(button.callback_data, { reply_markup: { inline_keyboard: buttons } })
    }
  }
  return { seen, pressed, features }
}

test.each([
  ['a private chat', PRIVATE],
  ['a group', GROUP],
] as const)(
  `in %s no keyboard has more than ${BUTTONS_MAX} buttons, and every kind of button is pressed, and fits in a link if it shows something`,
  { timeout: 120_000 },
  async (_name, chat) => {
    const { seen, pressed, features } = await seeEveryKeyboard(chat)
    const tooLarge = seen.filter(({ buttons }) => buttons.flat().length > BUTTONS_MAX)
    expect(tooLarge.map(({ from, buttons }) => [from, buttons.flat().map(({ text }) => text)])).toEqual([])
    const codes = new Set([...pressed].map((data) => /^\+?([a-z]+)/.exec(data)?.[1]))
    const lookUps = new Set(features.flatMap(({ audience, actions }) => (audience.changes ? [] : actions)))
    const isLookUp = (data: string): boolean => lookUps.has(parseButtonData(data)?.action ?? 'cancel')
    const made = seen.flatMap(({ buttons }) =>
      buttons.flat().flatMap((button) => ('callback_data' in button ? [button.callback_data] : [])),
    )
    expect(made.filter((data) => isLookUp(data) && payloadOf(data) === 'private')).toEqual([])
    expect(codes.size).toBeGreaterThanOrEqual(new Set(features.flatMap(({ actions }) => actions)).size - 1)
  },
)

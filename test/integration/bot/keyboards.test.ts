import { Bot, type Transformer } from 'grammy'
import type { InlineKeyboardButton, Update } from 'grammy/types'
import { describe, expect, test } from 'vitest'
import { BUTTONS_MAX } from '../../../src/bot/buttons.ts'
import { pendingButton } from '../../../src/bot/channel-answers.ts'
import type { BotContext } from '../../../src/bot/context.ts'
import type { Feature } from '../../../src/bot/feature.ts'
import { payloadOf } from '../../../src/bot/feature.ts'
import { addDays } from '../../../src/domain/caracas.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { createRouter } from '../../../src/features/router.ts'
import { moveButtons } from '../../../src/push/deliver/sections.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { parseButtonData } from '../../../src/telegram/button-data.ts'
import type { Language } from '../../../src/words/words.ts'
import { wordsIn } from '../../../src/words/words.ts'
import {
  createMemoryChats,
  createMemoryPast,
  createMemoryPrices,
  createMemoryStore,
  monitor,
  NOON,
  quote,
} from './memory.ts'

const ME = { id: 7, is_bot: true, first_name: 'Bot', username: 'our_bot', supports_inline_queries: true }
const ANA = { id: 1, is_bot: false, first_name: 'Ana' }
const PRIVATE = { id: 1, type: 'private', first_name: 'Ana' }
const GROUP = { id: -5, type: 'supergroup', title: 'Group' }
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

/** The whole router before one chat, and every keyboard that it sent. */
function arrange(chat: typeof PRIVATE | typeof GROUP, language: Language) {
  const prices = createMemoryPrices(QUOTES)
  const past = createMemoryPast()
  for (const { monitor: id, price } of QUOTES) {
    const days = Array.from({ length: DAYS }, (_, at) => [addDays(TODAY, at - DAYS), price] as const)
    past.set(id, Object.fromEntries(days))
  }
  const seen: Seen[] = []
  let from = ''
  const bot = new Bot<BotContext>('1:a', { botInfo: ME as unknown as BotContext['me'] })
  const answer = async (_call: unknown, method: string, payload: Record<string, unknown>) => {
    if (method === 'getChatMember') return { ok: true, result: { status: 'creator' } }
    const markup = payload.reply_markup as { inline_keyboard?: Buttons } | undefined
    if (markup?.inline_keyboard) seen.push({ from, buttons: markup.inline_keyboard })
    const photo = [{ file_id: 'photo', file_unique_id: 'photo', width: 1, height: 1 }]
    return { ok: true, result: { message_id: 9, chat, date: 0, text: '', photo } }
  }
  bot.api.config.use(answer as unknown as Transformer)
  let now = NOON
  const { router, features } = createRouter({
    prices,
    chats: createMemoryChats(),
    client: past,
    groups: { admit: async () => ({ kind: 'go' }) },
    redis: createMemoryStore(),
    defaultLanguage: language,
    clock: () => now,
    stopping: new AbortController().signal,
    log: createLog('silent').log,
  })
  bot.use(router)

  let updates = 0
  const take = async (what: string, update: object): Promise<void> => {
    from = what
    now += 1_000 // the command limit lets one pass each second
    await bot.handleUpdate({ update_id: ++updates, ...update } as unknown as Update)
  }
  const say = (text: string): Promise<void> => {
    const length = /^\/\w+/.exec(text)?.[0].length
    const entities = length ? [{ type: 'bot_command', offset: 0, length }] : []
    return take(text, { message: { message_id: 3, date: now / 1_000, chat, from: ANA, text, entities } })
  }
  const press = ({ buttons }: Pick<Seen, 'buttons'>, data: string, way: string): Promise<void> => {
    const reply_markup = { inline_keyboard: buttons }
    const message = { message_id: 3, date: 0, chat, from: ME, text: 'asked', reply_markup }
    return take(way, { callback_query: { id: '1', from: ANA, chat_instance: '', data, message } })
  }
  return { features, seen, say, press }
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
async function seeEveryKeyboard(chat: typeof PRIVATE | typeof GROUP, language: Language) {
  const { features, seen, say, press } = arrange(chat, language)
  const commands = features.flatMap(({ names }: Feature) => names.map((name) => `/${name}`))
  for (const text of [...commands, ...SAYINGS]) await say(text)
  for (const text of STOPPED) await say(text)
  await say('/seguir usd')
  const push = moveButtons(wordsIn(language), [{ quote: QUOTES[0] as Quote, from: '1', fromAt: 1 }])
  seen.push({ from: 'a push', buttons: push.inline_keyboard })
  seen.push({ from: 'a channel', buttons: pendingButton(wordsIn(language)).inline_keyboard })
  const pressed = new Set<string>()
  for (let at = 0; at < seen.length; at++) {
    const shown = seen[at] as Seen
    for (const button of shown.buttons.flat()) {
      if (!('callback_data' in button) || pressed.has(kindOf(button.callback_data))) continue
      pressed.add(kindOf(button.callback_data))
      await press(shown, button.callback_data, `${shown.from} [${button.text}]`)
    }
  }
  return { seen, pressed, features }
}

describe.each([
  ['a private chat', PRIVATE, 'es'],
  ['a group', GROUP, 'es'],
] as const)('in %s', (_name, chat, language) => {
  test(`no keyboard has more than ${BUTTONS_MAX} buttons, and every kind of button is pressed, and fits in a link if it shows something`, {
    timeout: 120_000,
  }, async () => {
    const { seen, pressed, features } = await seeEveryKeyboard(chat, language)
    const tooLarge = seen.filter(({ buttons }) => buttons.flat().length > BUTTONS_MAX)
    expect(
      tooLarge.map(
        ({ from, buttons }) =>
          `${from}: ${buttons
            .flat()
            .map(({ text }) => text)
            .join(', ')}`,
      ),
    ).toEqual([])
    const codes = new Set([...pressed].map((data) => /^\+?([a-z]+)/.exec(data)?.[1]))
    const lookUps = new Set(features.flatMap(({ audience, actions }) => (audience.changes ? [] : actions)))
    const isLookUp = (data: string): boolean => lookUps.has(parseButtonData(data)?.action ?? 'cancel')
    const made = seen.flatMap(({ buttons }) =>
      buttons.flat().flatMap((button) => ('callback_data' in button ? [button.callback_data] : [])),
    )
    expect(made.filter((data) => isLookUp(data) && payloadOf(data) === 'private')).toEqual([])
    expect(codes.size).toBeGreaterThanOrEqual(new Set(features.flatMap(({ actions }) => actions)).size - 1)
  })
})

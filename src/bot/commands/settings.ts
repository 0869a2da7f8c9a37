import { InputFile } from 'grammy'
import { languageOf } from '../../messages/language.ts'
import { messagesIn } from '../../messages/messages.ts'
import type { Titled } from '../../messages/titles.ts'
import { NUMBER_STYLES } from '../../rates/amount.ts'
import { isSameMonitor, type MonitorId } from '../../rates/monitor.ts'
import { minuteOfDay } from '../../rates/time-of-day.ts'
import { formatPress } from '../callback-data.ts'
import type { Command, Handle, TypedHandle } from '../command.ts'
import { askForText, offer } from '../conversations/ask.ts'
import type { Questions } from '../conversations/questions.ts'
import { parseHours, parseTime } from '../grammar/times-line.ts'
import { parseZone } from '../grammar/zone-line.ts'
import { endLive, type LiveMessages } from '../live.ts'
import { newestOfAll, type Prices, titledBy } from '../look-up.ts'
import { exportChat } from '../settings/export.ts'
import type { KeptSettings } from '../settings/kept-settings.ts'
import {
  defaultsButtons,
  deleteButtons,
  digestButtons,
  languageButtons,
  mainButtons,
  numbersButtons,
  quietButtons,
  zoneButtons,
} from '../settings/keyboards.ts'
import type { Turn } from '../turn.ts'

const CARACAS = 'America/Caracas'
const USUAL_NUMBERS = 'es-VE'
const DEFAULTS_MAX = 10

/** `/settings`: what the chat chose, and buttons that change it in place. */
export function createSettings(
  prices: Prices,
  chats: KeptSettings & Pick<LiveMessages, 'stopLive'>,
  questions: Questions,
): Command {
  const titled = (monitor: MonitorId): Titled => titledBy(prices, monitor)

  /** What is chosen now, in the language chosen now. */
  async function show(turn: Turn): Promise<void> {
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = await chats.read(turn.chat)
    const messages = messagesIn(languageOf(language) ?? turn.language, numbers)
    const view = { zone, quiet, digest: digest?.at, defaults: defaults.map(titled) }
    await turn.answer(messages.settings.show(view), mainButtons(messages))
  }

  /** Asks by buttons; what is typed in a private chat is the same as the button `letter` with it. */
  const ask = (
    turn: Turn,
    letter: string,
    html: string,
    keyboard: ReturnType<typeof mainButtons>,
  ): Promise<void> =>
    offer(questions, turn, { html, keyboard, press: formatPress('settings', undefined, letter) })

  const askTyped = (turn: Turn, letter: string, html: string): Promise<void> =>
    askForText(questions, turn, html, formatPress('settings', undefined, letter))

  async function after(turn: Turn, change: Promise<void>): Promise<void> {
    await change
    await questions.drop(turn.ctx)
    await show(turn)
  }

  function language(turn: Turn, value: string): Promise<void> {
    const chosen = languageOf(value)
    const { messages } = turn
    if (chosen) return after(turn, chats.setLanguage(turn.chat, chosen))
    return turn.answer(messages.settings.askLanguage, languageButtons(messages))
  }

  function numbers(turn: Turn, value: string): Promise<void> {
    const chosen = NUMBER_STYLES.find((style) => style === value)
    if (chosen) return after(turn, chats.setNumbers(turn.chat, chosen === USUAL_NUMBERS ? undefined : chosen))
    return turn.answer(turn.messages.settings.askNumbers, numbersButtons(turn.messages))
  }

  function zone(turn: Turn, value: string): Promise<void> {
    const { chat, messages, kept, now } = turn
    const { settings } = messages
    if (value === '?') return askTyped(turn, 'z', settings.typeZone)
    if (value === '') return ask(turn, 'z', settings.askZone(clockIn(kept?.zone, now)), zoneButtons(messages))
    const chosen = parseZone(value)
    if (chosen === undefined) return askTyped(turn, 'z', settings.badZone(value))
    return after(turn, chats.setZone(chat, chosen === CARACAS ? undefined : chosen))
  }

  function quiet(turn: Turn, value: string): Promise<void> {
    const { settings } = turn.messages
    if (value === '?') return askTyped(turn, 'q', settings.typeQuiet)
    if (value === '') return ask(turn, 'q', settings.askQuiet, quietButtons(turn.messages))
    if (value === '-') return after(turn, chats.setQuietHours(turn.chat, undefined))
    const hours = parseHours(value)
    if (!hours) return askTyped(turn, 'q', settings.badQuiet(value))
    return after(turn, chats.setQuietHours(turn.chat, hours))
  }

  function digest(turn: Turn, value: string): Promise<void> {
    const { chat, messages, kept, now } = turn
    const { settings } = messages
    if (value === '?') return askTyped(turn, 'g', settings.typeDigest)
    if (value === '')
      return ask(turn, 'g', settings.askDigest((kept?.follows.length ?? 0) > 0), digestButtons(messages))
    if (value === '-') return after(turn, chats.setDigest(chat, undefined, now))
    const at = parseTime(value)
    if (at === undefined) return askTyped(turn, 'g', settings.badDigest(value))
    return after(turn, chats.setDigest(chat, at, now))
  }

  async function defaults(turn: Turn, chosen: readonly MonitorId[]): Promise<void> {
    const all = (await newestOfAll(prices)).map(({ quote }) => quote)
    await turn.answer(turn.messages.settings.askDefaults, defaultsButtons(turn.messages, all, chosen))
  }

  async function setDefaults(turn: Turn, chosen: readonly MonitorId[]): Promise<void> {
    await chats.setDefaults(turn.chat, chosen)
    await defaults(turn, chosen)
  }

  const toggle: Handle = async (turn, monitor) => {
    const chosen = turn.kept?.defaults ?? []
    if (!monitor) return turn.answer(turn.messages.oldButton)
    const others = chosen.filter((one) => !isSameMonitor(one, monitor))
    const next = others.length < chosen.length ? others : [...chosen, monitor].slice(-DEFAULTS_MAX)
    await setDefaults(turn, next)
  }

  async function exportAll({ ctx, chat, thread, messages, now }: Turn): Promise<void> {
    const json = exportChat(chat, await chats.read(chat), now)
    const file = new InputFile(Buffer.from(json), `tasa-${chat}.json`)
    const caption = messages.settings.exported
    await ctx.replyWithDocument(file, { caption, ...(thread !== undefined && { message_thread_id: thread }) })
  }

  async function remove(turn: Turn, value: string): Promise<void> {
    const { settings } = turn.messages
    if (value !== 'y') return turn.answer(settings.askDelete, deleteButtons(turn.messages))
    await questions.drop(turn.ctx)
    await endLive(chats, turn)
    await chats.forget(turn.chat)
    await turn.answer(settings.deleted)
  }

  const PAGES: Readonly<Record<string, (turn: Turn, value: string) => Promise<void>>> = {
    l: language,
    n: numbers,
    z: zone,
    q: quiet,
    g: digest,
    m: (turn, value) => (value === '-' ? setDefaults(turn, []) : defaults(turn, turn.kept?.defaults ?? [])),
    x: exportAll,
    d: remove,
  }

  const pressed: Handle = async (turn, _monitor, argument) => {
    const page = PAGES[argument.charAt(0)]
    await (page ? page(turn, argument.slice(1)) : after(turn, Promise.resolve()))
  }

  /** Signs that only buttons may say are no answer that is typed. */
  const typed: TypedHandle = async (turn, _monitor, argument, text) => {
    const value = text.trim()
    await PAGES[argument]?.(turn, /^[?-]?$/.test(value) ? '??' : value)
  }

  return {
    names: ['settings', 'ajustes'],
    changes: true,
    run: show,
    buttons: { settings: pressed, default: toggle },
    typed: { settings: typed },
  }
}

function clockIn(zone: string | undefined, now: number): string {
  const minute = minuteOfDay(now, zone)
  return `${Math.floor(minute / 60)}:${minute % 60}`
}

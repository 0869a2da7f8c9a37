import { InputFile } from 'grammy'
import { languageOf } from '../../../messages/language.ts'
import { newestOfAll } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { isSameMonitor, type MonitorId } from '../../../rates/monitor.ts'
import { NUMBER_STYLES } from '../../../rates/number-format.ts'
import type { Command, Handle } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { endLive, type LiveMessages } from '../live/live.ts'
import { exportChat } from './export.ts'
import { createDigestDialog, createQuietHoursDialog } from './hour-dialogs.ts'
import { defaultsButtons, deleteButtons, languageButtons, numbersButtons } from './keyboards.ts'
import type { KeptSettings } from './show-settings.ts'
import { createShowSettings } from './show-settings.ts'
import { createZoneDialog } from './zone-dialog.ts'

const USUAL_NUMBERS = 'es-VE'
const DEFAULTS_MAX = 10

/** `/settings`: what the chat chose, and buttons that change it in place. */
export function createSettings(
  prices: Prices,
  chats: KeptSettings & Pick<LiveMessages, 'stopLive'>,
  isConversion: (text: string) => boolean,
): Command {
  const show = createShowSettings(prices, chats)
  const parts = { chats, show, isConversion }
  const zone = createZoneDialog(parts)
  const quietHours = createQuietHoursDialog(parts)
  const digest = createDigestDialog(parts)

  async function after(turn: Turn, change: Promise<void>): Promise<void> {
    await change
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

  async function defaults(turn: Turn, chosen: readonly MonitorId[]): Promise<void> {
    const all = (await newestOfAll(prices)).map(({ quote }) => quote)
    await turn.answer(turn.messages.settings.askDefaults, defaultsButtons(turn.messages, all, chosen))
  }

  async function setDefaults(turn: Turn, chosen: readonly MonitorId[]): Promise<void> {
    await chats.setDefaults(turn.chat, chosen)
    await defaults(turn, chosen)
  }

  const toggle: Handle = async (turn, monitor) => {
    const chosen = turn.chatState?.defaults ?? []
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
    await endLive(chats, turn)
    await chats.forget(turn.chat)
    await turn.answer(settings.deleted)
  }

  const PAGES: Readonly<Record<string, (turn: Turn, value: string) => Promise<void>>> = {
    l: language,
    n: numbers,
    z: ({ ctx }, value) => zone.enter(ctx, { value }),
    q: ({ ctx }, value) => quietHours.enter(ctx, { value }),
    g: ({ ctx }, value) => digest.enter(ctx, { value }),
    m: (turn, value) =>
      value === '-' ? setDefaults(turn, []) : defaults(turn, turn.chatState?.defaults ?? []),
    x: exportAll,
    d: remove,
  }

  const pressed: Handle = async (turn, _monitor, argument) => {
    const page = PAGES[argument.charAt(0)]
    await (page ? page(turn, argument.slice(1)) : show(turn))
  }

  return {
    names: ['settings', 'ajustes'],
    changes: true,
    run: show,
    buttons: { settings: pressed, default: toggle },
    dialogs: [zone, quietHours, digest],
  }
}

import type { Chat } from '../../../chats/chats.ts'
import { languageOf } from '../../../messages/language.ts'
import { messagesIn } from '../../../messages/messages.ts'
import { titledBy } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import type { NumberStyle } from '../../../rates/number-format.ts'
import type { QuietHours, TimeOfDay } from '../../../rates/time-of-day.ts'
import type { BotContext } from '../../context.ts'
import { mainButtons } from './keyboards.ts'

/** Where what chats chose is kept; undefined takes a choice back. */
export interface KeptSettings {
  read(chat: string): Promise<Chat>
  setLanguage(chat: string, language: string): Promise<void>
  setNumbers(chat: string, style: NumberStyle | undefined): Promise<void>
  setZone(chat: string, zone: string | undefined): Promise<void>
  setQuietHours(chat: string, hours: QuietHours | undefined): Promise<void>
  setDigest(chat: string, at: TimeOfDay | undefined, now: number): Promise<void>
  setDefaults(chat: string, monitors: readonly MonitorId[]): Promise<void>
  /** False if the monitor is not followed. */
  setLeastChange(chat: string, monitor: MonitorId, percent: Decimal | undefined): Promise<boolean>
  /** Nothing more is sent; what it chose is kept for a while. */
  stop(chat: string): Promise<void>
  /** It hears again of what moves from these prices on. */
  revive(chat: string, shown: readonly ObservedQuote[]): Promise<void>
  forget(chat: string): Promise<void>
}

/** Where nothing else is chosen. */
export const CARACAS = 'America/Caracas'

/** Shows what a chat has chosen, in the language that is chosen now, with buttons that change it. */
export function createShowSettings(
  prices: Pick<Prices, 'latest'>,
  chats: { read(chat: string): Promise<Chat> },
) {
  return async (ctx: BotContext): Promise<void> => {
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = await chats.read(ctx.chatKey)
    const messages = messagesIn(languageOf(language) ?? ctx.language, numbers)
    const titled = defaults.map((monitor) => titledBy(prices, monitor))
    const view = { zone, quiet, digest: digest?.at, defaults: titled }
    await ctx.replyOrEdit(messages.settings.show(view), mainButtons(messages))
  }
}

export type ShowSettings = ReturnType<typeof createShowSettings>

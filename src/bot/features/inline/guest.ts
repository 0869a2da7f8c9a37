import { Composer } from 'grammy'
import type { Chat } from '../../../chats/chats.ts'
import { type Messages, messagesIn } from '../../../messages/messages.ts'
import { type Language, languageOf } from '../../../messages/words/words.ts'
import { parseConversion } from '../../../parse/conversion.ts'
import { knownAs, newestOfAll, parseName } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { Admission } from '../../../queue/groups.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { type BotContext, preferredBy } from '../../context.ts'
import type { Converter } from '../convert/exchange.ts'
import { readConversionRequest } from '../convert/request.ts'
import { article } from './inline.ts'

export interface GuestOptions {
  readonly prices: Prices
  readonly convert: Converter
  /** What we keep of a person's private chat. */
  readonly readChatOf: (person: string) => Promise<Chat | undefined>
  readonly admit: (who: string) => Admission
  readonly defaultLanguage: Language
  readonly clock: Clock
}

interface Asked {
  readonly text: string
  readonly messages: Messages
  readonly chatState: Chat | undefined
  readonly now: number
}

/** Somebody mentions us in a chat that we are no member of: one message with what was asked, all rates if nothing was. */
export function createGuest({
  prices,
  convert,
  readChatOf,
  admit,
  defaultLanguage,
  clock,
}: GuestOptions): Composer<BotContext> {
  async function answerTo({ text, messages, chatState, now }: Asked): Promise<string> {
    const observedQuotes = await newestOfAll(prices)
    const name = parseName(text)
    if (name === '' || observedQuotes.length === 0) return messages.overview({ observedQuotes, now })
    const [known] = prices.find(knownAs(prices, name))
    if (known) return messages.rate({ ...known, now })
    const read = parseConversion(text, dayOf(now), {
      numbers: messages.numbers,
      isName: (word) => prices.find(word).length > 0,
    })
    const request =
      read.kind === 'conversion' ? readConversionRequest(read.conversion, prices.find) : undefined
    if (request?.kind !== 'request') return messages.inlineHint
    return (await convert(request.request, { messages, now, defaults: preferredBy(chatState) })).html
  }

  const composer = new Composer<BotContext>()
  composer.on('guest_message', async (ctx) => {
    const { guestMessage: message, me } = ctx
    if (!message?.guest_query_id || !message.from || admit(`guest ${message.from.id}`) !== 'go') return
    const chatState = await readChatOf(String(message.from.id))
    const language =
      languageOf(chatState?.language) ?? languageOf(message.from.language_code) ?? defaultLanguage
    const messages = messagesIn(language, chatState?.numbers)
    const text = withoutMention(message.text ?? '', me.username)
    const html = await answerTo({ text, messages, chatState, now: clock() })
    await ctx.answerGuestQuery(article({ title: messages.inlineTitle, description: '', html }))
  })
  return composer
}

const withoutMention = (text: string, ours: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word.toLowerCase() !== `@${ours.toLowerCase()}`)
    .join(' ')

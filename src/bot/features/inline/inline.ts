import { Composer, type Context, GrammyError, InlineKeyboard, InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResult } from 'grammy/types'
import type { Chat } from '../../../chats/chats.ts'
import { type Messages, messagesIn } from '../../../messages/messages.ts'
import { type Language, languageOf } from '../../../messages/words/words.ts'
import { parseConversion } from '../../../parse/conversion.ts'
import { knownAs, newestOfAll, parseName } from '../../../prices/look-up.ts'
import { nearest } from '../../../prices/nearest.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import type { Admission } from '../../../queue/groups.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { type BotContext, preferredBy } from '../../context.ts'
import { exchange, waysOf } from '../convert/exchange.ts'
import { type ConversionRequest, readConversionRequest } from '../convert/request.ts'
import type { Past } from '../history/past.ts'

const CACHE_SECONDS = 30
const RESULTS_MAX = 50

export interface InlineOptions {
  readonly prices: Prices
  readonly past: Past
  /** What we keep of a person's private chat: language and preferred monitors. */
  readonly readChatOf: (person: string) => Promise<Chat | undefined>
  readonly admit: (who: string) => Admission
  readonly defaultLanguage: Language
  readonly clock: Clock
}

interface Asked {
  readonly query: string
  readonly messages: Messages
  readonly chatState: Chat | undefined
  readonly now: number
}

/** `@bot`, `@bot paralelo`, `@bot 100 usd` in any chat: a result for each monitor, each right on its own. */
export function createInline({
  prices,
  past,
  readChatOf,
  admit,
  defaultLanguage,
  clock,
}: InlineOptions): Composer<BotContext> {
  /** Nothing typed: all prices in one message, then each. A name: what it may mean. */
  async function ratesFor({ query, messages, now }: Asked): Promise<InlineQueryResult[]> {
    const all = await newestOfAll(prices)
    const name = parseName(query)
    const known = prices.find(name)
    const near = known.length > 0 ? known : nearest(name, all)
    const shown = name === '' ? all : near.length > 0 ? near : prices.find(knownAs(prices, name))
    const each = shown.map((observed) => rateResult(messages, observed, now))
    return name === '' && all.length > 0 ? [overviewResult(messages, all, now), ...each] : each
  }

  async function conversionsFor(request: ConversionRequest, asked: Asked): Promise<InlineQueryResult[]> {
    const { messages, now, chatState } = asked
    const all = await newestOfAll(prices)
    const exchanged = await exchange(
      request,
      waysOf(request, { all, defaults: preferredBy(chatState) }),
      past,
      now,
    )
    if (exchanged.kind !== 'rows') return []
    const { amount, otherReading, date } = request
    return exchanged.rows.map((row) => {
      const view = {
        amount,
        rows: [row] as const,
        now,
        ...(otherReading && { otherReading }),
        ...(date && { date }),
      }
      const { title, description } = messages.conversionResult(view)
      const keyboard = InlineKeyboard.from([
        [
          InlineKeyboard.copyText(
            messages.conversionButton.copy(row.result),
            messages.conversionButton.bare(row.result),
          ),
        ],
      ])
      return article({ title, description, html: messages.conversion(view), keyboard })
    })
  }

  async function resultsFor(asked: Asked): Promise<InlineQueryResult[]> {
    const read = parseConversion(asked.query, dayOf(asked.now), {
      numbers: asked.messages.numbers,
      isName: (word) => prices.find(word).length > 0,
    })
    if (read.kind === 'unreadable') return ratesFor(asked)
    const request = readConversionRequest(read.conversion, prices.find)
    return request.kind === 'request' ? conversionsFor(request.request, asked) : []
  }

  const composer = new Composer<BotContext>()
  composer.on('inline_query', async (ctx) => {
    const { inlineQuery } = ctx
    if (admit(`inline ${inlineQuery.from.id}`) !== 'go') return
    const chatState = await readChatOf(String(inlineQuery.from.id))
    const language =
      languageOf(chatState?.language) ?? languageOf(inlineQuery.from.language_code) ?? defaultLanguage
    const messages = messagesIn(language, chatState?.numbers)
    const results = await resultsFor({ query: inlineQuery.query.trim(), messages, chatState, now: clock() })
    await answer(ctx, results.slice(0, RESULTS_MAX), messages)
  })
  return composer
}

/** Telegram keeps the answer for this person alone: language and preferences are theirs. */
async function answer(
  ctx: Context,
  results: readonly InlineQueryResult[],
  messages: Messages,
): Promise<void> {
  const numbered = results.map((result, index) => ({ ...result, id: String(index) }))
  const hint = { button: { text: messages.inlineHint, start_parameter: 'inline' } }
  try {
    await ctx.answerInlineQuery(numbered, {
      cache_time: CACHE_SECONDS,
      is_personal: true,
      ...(results.length === 0 && hint),
    })
  } catch (error) {
    // "query is too old": the person went on typing.
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
  }
}

interface Article {
  readonly title: string
  readonly description: string
  readonly html: string
  readonly keyboard?: InlineKeyboard
}

/** A result that posts a message. */
export function article({ title, description, html, keyboard }: Article): InlineQueryResult {
  const options = { description, ...(keyboard && { reply_markup: keyboard }) }
  return InlineQueryResultBuilder.article('0', title, options).text(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  })
}

const rateResult = (messages: Messages, { quote, asOf }: ObservedQuote, now: number): InlineQueryResult =>
  article({ ...messages.rateResult(quote, now), html: messages.rate({ quote, asOf, now }) })

const overviewResult = (
  messages: Messages,
  observedQuotes: readonly ObservedQuote[],
  now: number,
): InlineQueryResult =>
  article({
    ...messages.overviewResult(observedQuotes.length),
    html: messages.overview({ observedQuotes, now }),
  })

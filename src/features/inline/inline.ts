import { Composer, type Context, InlineKeyboard, InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResult, User } from 'grammy/types'
import { keyboardOf } from '../../bot/buttons.ts'
import { AS_HTML, type BotContext, ignoreBadRequest } from '../../bot/context.ts'
import type { FeatureParts } from '../../bot/feature.ts'
import type { Chat } from '../../chats/chat.ts'
import { dayOf } from '../../domain/caracas.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import type { ReadConversion } from '../../language/conversion.ts'
import { readRequest } from '../../language/read.ts'
import type { Request } from '../../language/request.ts'
import { nearest } from '../../prices/nearest.ts'
import {
  eachOnce,
  findFor,
  newestOfAll,
  type ObservedQuote,
  parseName,
  preferredFirst,
} from '../../prices/prices.ts'
import type { Admission } from '../../queue/groups.ts'
import { bareNumber, copyCaption, rateCard } from '../../words/price.ts'
import type { Listed } from '../../words/text.ts'
import { languageOf, type Words, wordsIn } from '../../words/words.ts'
import { copyButton, settleBill } from '../charge/command.ts'
import { type ChargeView, chargeCard, chargeResult } from '../charge/text.ts'
import { convert } from '../convert/converter.ts'
import { exchange, waysOf, waysOnce } from '../convert/exchange.ts'
import {
  type ConversionRequest,
  type ReadConversionRequest,
  readConversionRequest,
  readTyped,
} from '../convert/request.ts'
import { conversionMessage } from '../convert/text.ts'
import { withoutMention } from '../free-text/free-text.ts'
import { pairOf, readGap } from '../gap/command.ts'
import { type GapView, gapMessage } from '../gap/text.ts'
import { overview } from '../rate/text.ts'
import { compareOffer, offerOf } from '../worth/command.ts'
import { worthCard, worthResult } from '../worth/text.ts'
import { conversionResult, gapResult, overviewResult, rateResult } from './text.ts'

const CACHE_SECONDS = 30
const RESULTS_MAX = 50

type InlineParts = Pick<FeatureParts, 'prices' | 'past' | 'defaultLanguage' | 'clock'>

interface InlineOptions {
  /** Reads what we keep of a person's private chat: language and preferred monitors. */
  readonly readChat: (person: string) => Promise<Chat | undefined>
  readonly admit: (who: string) => Admission
}

/** What a person typed in a chat that we are not in, how it is read, and how to answer that person. */
interface TypedQuery {
  /** The text as a name. */
  readonly name: string
  readonly request: Request | undefined
  readonly conversion: ReadConversion
  readonly words: Words
  readonly chatState: Chat | undefined
  readonly preferred: readonly MonitorId[]
  readonly now: number
}

/**
 * Answers people in chats that we are not in. An inline query (`@bot`, `@bot paralelo`, `@bot 100 usd`) gets a result for
 * each monitor; a message that mentions us gets one answer.
 */
export function createInline(
  { prices, past, defaultLanguage, clock }: InlineParts,
  { readChat, admit }: InlineOptions,
): Composer<BotContext> {
  async function readQuery(person: User, text: string): Promise<TypedQuery> {
    const chatState = await readChat(String(person.id))
    const language = languageOf(chatState?.language) ?? languageOf(person.language_code) ?? defaultLanguage
    const words = wordsIn(language, chatState?.numbers)
    const now = clock()
    const options = { today: dayOf(now), numbers: words.numbers.style, markNames: prices.markNames }
    return {
      ...{ words, chatState, now, name: parseName(text), preferred: chatState?.defaults ?? [] },
      request: readRequest(text, options),
      conversion: readTyped(text, options),
    }
  }

  /** Undefined where the text is no conversion. */
  const readConversion = ({ conversion }: TypedQuery): ReadConversionRequest | undefined =>
    conversion.kind === 'conversion' ? readConversionRequest(conversion.conversion, prices.find) : undefined

  /** Without a text: all prices in one message, then each. With a name: the monitors that it may mean. */
  async function rateResults(query: TypedQuery): Promise<InlineQueryResult[]> {
    const { name, words, preferred, now } = query
    const all = preferredFirst(await newestOfAll(prices), preferred)
    const known = ratesNamed(query)
    const near = known.length > 0 ? known : nearest(name, all)
    const shown = name === '' ? all : near
    const each = shown.map(({ quote, asOf }) =>
      article({ ...rateResult(words, quote, now), html: rateCard(words, { quote, asOf, now }) }),
    )
    if (name !== '' || all.length === 0) return each
    const html = overview(words, { observedQuotes: all, now })
    return [article({ ...overviewResult(words, all.length), html }), ...each]
  }

  /** The monitors that a text names, as a name or in a question; one that is preferred stands before others of the name. */
  function ratesNamed({ name, request, preferred }: TypedQuery): readonly ObservedQuote[] {
    const named = eachOnce([...findFor(prices, name, preferred), ...prices.find(name)])
    if (named.length > 0) return named
    const names = request?.kind === 'rate' && request.day === undefined ? request.names : []
    return eachOnce(names.flatMap((one) => findFor(prices, one, preferred)[0] ?? []))
  }

  async function conversionResults(
    request: ConversionRequest,
    { words, now, preferred: defaults }: TypedQuery,
  ): Promise<InlineQueryResult[]> {
    const all = await newestOfAll(prices)
    const preferred = waysOf(request, { all, defaults })
    const others = waysOf(request, { all, defaults: [] })
    const exchanged = await exchange(request, waysOnce([...preferred, ...others]), past, now)
    if (exchanged.kind !== 'rows') return []
    const { amount, otherReading, date } = request
    return exchanged.rows.map((row) => {
      const view = { amount, otherReading, date, rows: [row] as const, now }
      const copied = bareNumber(words.numbers, row.result)
      const keyboard = keyboardOf([InlineKeyboard.copyText(copyCaption(words, row.result), copied)])
      return article({ ...conversionResult(words, view), html: conversionMessage(words, view), keyboard })
    })
  }

  /** The gap that a text asks for; undefined where its monitors are not two. */
  async function gapNamed(
    names: readonly string[],
    { preferred, now }: TypedQuery,
  ): Promise<GapView | undefined> {
    const found = names.flatMap((name) => findFor(prices, name, preferred)[0] ?? [])
    await newestOfAll(prices)
    const pair = pairOf(prices, found)
    return pair && found.length === names.length ? readGap(past, pair, now) : undefined
  }

  /** The bill, the offer or the gap in a text, none where there is no price for it; undefined where the text is none of these. */
  async function articlesOf(query: TypedQuery): Promise<Article[] | undefined> {
    const { request, words, now, chatState } = query
    if (request?.kind === 'charge' && request.charge) {
      const view = await settleBill(prices, request.charge, { now, chatState })
      return view ? [billOf(words, view)] : []
    }
    if (request?.kind === 'gap') {
      const view = await gapNamed(request.names, query)
      return view ? [{ ...gapResult(words, view), html: gapMessage(words, view) }] : []
    }
    if (request?.kind !== 'worth') return undefined
    const view = await compareOffer(prices, offerOf(prices, request), now)
    return view ? [{ ...worthResult(words, view), html: worthCard(words, view) }] : []
  }

  async function resultsOf(query: TypedQuery): Promise<InlineQueryResult[]> {
    const articles = await articlesOf(query)
    if (articles) return articles.map(article)
    const read = readConversion(query)
    if (!read) return rateResults(query)
    return read.kind === 'request' ? conversionResults(read.request, query) : []
  }

  /** The HTML of one answer: a rate, a conversion, a bill, an offer, a gap, or without a text all prices. */
  async function answerTo(query: TypedQuery): Promise<string> {
    const { name, words, preferred, now } = query
    const observedQuotes = preferredFirst(await newestOfAll(prices), preferred)
    if (name === '' || observedQuotes.length === 0) return overview(words, { observedQuotes, now })
    const [found] = (await articlesOf(query)) ?? []
    if (found) return found.html
    const [known] = findFor(prices, name, preferred)
    if (known) return rateCard(words, { ...known, now })
    const read = readConversion(query)
    if (read?.kind !== 'request') return words.inline.hint
    return (await convert({ prices, past }, read.request, query)).html
  }

  const composer = new Composer<BotContext>()
  composer.on('inline_query', async (ctx) => {
    const { from, query } = ctx.inlineQuery
    if (admit(`inline ${from.id}`).kind !== 'go') return
    const typed = await readQuery(from, query.trim())
    await answerInlineQuery(ctx, (await resultsOf(typed)).slice(0, RESULTS_MAX), typed.words)
  })
  composer.on('guest_message', async (ctx) => {
    const { guestMessage: message, me } = ctx
    if (!message?.guest_query_id || !message.from || admit(`guest ${message.from.id}`).kind !== 'go') return
    const typed = await readQuery(message.from, withoutMention(message.text ?? '', me) ?? message.text ?? '')
    const html = await answerTo(typed)
    await ctx.answerGuestQuery(article({ title: typed.words.button.rates, description: '', html }))
  })
  return composer
}

/** Telegram caches the answer for this person alone, as it depends on their language and preferred monitors. */
async function answerInlineQuery(
  ctx: Context,
  results: readonly InlineQueryResult[],
  words: Words,
): Promise<void> {
  const numbered = results.map((result, index) => ({ ...result, id: String(index) }))
  const hint = { button: { text: words.inline.hint, start_parameter: 'inline' } }
  const options = { cache_time: CACHE_SECONDS, is_personal: true, ...(results.length === 0 && hint) }
  // "query is too old": the person went on typing.
  await ctx.answerInlineQuery(numbered, options).catch(ignoreBadRequest)
}

/** A message to be posted, and how it stands in the list of results. */
interface Article extends Listed {
  readonly html: string
  readonly keyboard?: InlineKeyboard
}

/** A result that posts a message. */
function article({ title, description, html, keyboard }: Article): InlineQueryResult {
  const options = { description, ...(keyboard && { reply_markup: keyboard }) }
  return InlineQueryResultBuilder.article('0', title, options).text(html, AS_HTML)
}

/** A bill, with its bare amount to copy. */
function billOf(words: Words, view: ChargeView): Article {
  const copy = copyButton(words, view.settlement)
  const keyboard = copy && { keyboard: keyboardOf([copy]) }
  return { ...chargeResult(words, view), html: chargeCard(words, view), ...keyboard }
}

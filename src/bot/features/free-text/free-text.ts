import { Composer, type Context } from 'grammy'
import { type Conversion, parseAmountAlone, parseFreeText } from '../../../parse/conversion.ts'
import { nameAsked } from '../../../parse/names.ts'
import { classifyName, parseName } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { NumberStyle } from '../../../rates/number-format.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { BotContext } from '../../context.ts'
import { type Access, EVERYONE } from '../../feature.ts'
import type { createConvert } from '../convert/convert.ts'
import type { createRate } from '../rate/rate.ts'

/** A word that may be part of a title; shorter ones are in too many titles. */
const NEAR_WORD = /^\p{L}{4,}$/u

export interface FreeTextOptions {
  readonly access: Access
  readonly prices: Pick<Prices, 'find' | 'all'>
  readonly conversions: Pick<ReturnType<typeof createConvert>, 'answerConversion' | 'askMoney'>
  readonly rates: Pick<ReturnType<typeof createRate>, 'answerName'>
}

/** Reads a text without a command as a conversion between known monitors. */
const readFreeText = (prices: Pick<Prices, 'find'>, text: string, now: number, numbers?: NumberStyle) => {
  const isName = (name: string): boolean => prices.find(name).length > 0
  return parseFreeText(text, { today: dayOf(now), isMonitor: isName, isName, ...(numbers && { numbers }) })
}

/** Returns a predicate: whether a whole text is a conversion. */
export const createIsConversion =
  (prices: Pick<Prices, 'find'>, clock: Clock) =>
  (text: string): boolean =>
    readFreeText(prices, text, clock()) !== undefined

/** Answers a text without a command in a private chat: a conversion, an amount, the name of a rate, else with a hint. */
export function createFreeText({
  access,
  prices,
  conversions,
  rates,
}: FreeTextOptions): Composer<BotContext> {
  const isName = (name: string): boolean => prices.find(name).length > 0

  async function reply(ctx: BotContext, text: string): Promise<void> {
    const { messages, now } = ctx
    const conversion = readFreeText(prices, text, now, messages.numbers) ?? parseUnknownUnit(text, ctx)
    if (conversion) return conversions.answerConversion(ctx, conversion)
    const amount = parseAmountAlone(text, dayOf(now), messages.numbers)
    if (amount !== undefined) return conversions.askMoney(ctx, amount)
    const names = [nameAsked(text, isName), nameAsked(text)].map(parseName)
    const name = names.find(isRate)
    await (name === undefined ? ctx.replyOrEdit(messages.talkHint) : rates.answerName(ctx, name))
  }

  function isRate(name: string): boolean {
    const known = classifyName(prices, name)
    return known === 'name' || (known === 'near' && name.split(' ').every((word) => NEAR_WORD.test(word)))
  }

  const composer = new Composer<BotContext>()
  composer
    .chatType('private')
    .on('message:text')
    .filter(isTyped, async (ctx) => {
      if (await access.mayUse(ctx, EVERYONE)) await reply(ctx, ctx.message.text)
    })
  return composer
}

/** False for a text that our inline mode posted, and for one that begins with a slash, which is a command. */
const isTyped = ({ message, me }: Context): boolean =>
  message?.text?.startsWith('/') === false && message.via_bot?.id !== me.id

/** Reads `100 cop`, an amount with a name that no monitor has and nothing else, as a conversion. */
function parseUnknownUnit(text: string, { messages, now }: BotContext): Conversion | undefined {
  if (!/^\s*\d/.test(text)) return undefined
  const conversion = parseFreeText(text, {
    today: dayOf(now),
    isMonitor: () => true,
    numbers: messages.numbers,
  })
  const isAlone = conversion?.at.length === 0 && !conversion.to && conversion.date === undefined
  return isAlone ? conversion : undefined
}

import { type Conversion, parseConversion, type ReadConversion } from '../../../parse/conversion.ts'
import { lookUp, notFound } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { preferredBy } from '../../context.ts'
import type { Converter } from './exchange.ts'
import { amountsKeyboard, moneyKeyboard, nearKeyboard } from './keyboard.ts'
import { type ConversionRequest, parseConversionRequest, readConversionRequest, sideOf } from './request.ts'

type Unreadable = Extract<ReadConversion, { kind: 'unreadable' }>

/** `/convert 100 usd`: what it comes to, by all monitors or those named; without an amount it asks. */
export function createConvert(prices: Prices, convert: Converter): Command & ConversionTalk {
  async function answerWish(
    turn: Turn,
    request: ConversionRequest,
    others: readonly ObservedQuote[] = [],
  ): Promise<void> {
    const { messages, now, chatState } = turn
    const { html, keyboard } = await convert(request, {
      messages,
      now,
      others,
      defaults: preferredBy(chatState),
    })
    await turn.answer(html, keyboard)
  }

  async function answerConversion(turn: Turn, conversion: Conversion): Promise<void> {
    const read = readConversionRequest(conversion, prices.find)
    if (read.kind === 'wish') return answerWish(turn, read.request, read.others)
    if (read.kind === 'same_money') return turn.answer(turn.messages.conversionRefusal(read.kind))
    const found = await lookUp(prices, read.name)
    if (found.kind === 'one') return answerConversion(turn, conversion)
    const near = found.near.map(({ quote }) => quote)
    await turn.answer(
      notFound(turn.messages, prices, read.name, near.length > 0),
      nearKeyboard(read.request, near),
    )
  }

  const askMoney = async ({ answer, messages }: Turn, amount: Decimal): Promise<void> =>
    answer(messages.moneyQuestion(amount), moneyKeyboard(messages, amount))

  async function askAgain(turn: Turn, { reason, word, amount, from }: Unreadable): Promise<void> {
    const { messages } = turn
    if (reason === 'no_unit' && amount !== undefined) return askMoney(turn, amount)
    if (reason !== 'no_amount' && reason !== 'no_unit')
      return turn.answer(messages.conversionRefusal(reason, word))
    const named = from?.kind === 'name' ? prices.find(from.name)[0]?.quote : undefined
    await turn.answer(
      messages.conversionQuestion(),
      amountsKeyboard(messages, from && sideOf(from, prices.find), named),
    )
  }

  async function pressed(
    turn: Turn,
    monitor: MonitorId | undefined,
    argument: string,
  ): Promise<string | undefined> {
    const request = parseConversionRequest(argument, monitor)
    if (!request) return turn.messages.oldButton
    await answerWish(turn, request)
    return undefined
  }

  return {
    names: ['convert', 'convertir'],
    async run(turn, argument) {
      const { messages } = turn
      if (argument === '') return turn.answer(messages.conversionQuestion(), amountsKeyboard(messages))
      const read = parseConversion(argument, dayOf(turn.now), {
        numbers: messages.numbers,
        isName: (word) => prices.find(word).length > 0,
      })
      await (read.kind === 'conversion' ? answerConversion(turn, read.conversion) : askAgain(turn, read))
    },
    buttons: { convert: pressed },
    answerConversion,
    askMoney,
  }
}

/** Answers what was asked without a command. */
export interface ConversionTalk {
  answerConversion(turn: Turn, conversion: Conversion): Promise<void>
  /** An amount came without its money. */
  askMoney(turn: Turn, amount: Decimal): Promise<void>
}

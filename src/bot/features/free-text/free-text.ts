import type { NextFunction } from 'grammy'
import type { Conversion } from '../../../parse/conversion.ts'
import { parseAmountAlone, parseFreeText } from '../../../parse/free-text.ts'
import { nameAsked } from '../../../parse/names.ts'
import { classifyName, parseName } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { NumberStyle } from '../../../rates/number-format.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Command } from '../../command.ts'
import { type Admission, saidAt } from '../../command-limit.ts'
import type { BotContext, LoadChat } from '../../context.ts'
import type { ConversionTalk } from '../convert/convert.ts'

/** Shorter words are a part of too many titles. */
const NEAR_WORD = /^\p{L}{4,}$/u

export interface TalkOptions {
  readonly prices: Pick<Prices, 'find' | 'all'>
  readonly conversions: ConversionTalk
  /** The command that shows a rate by its name. */
  readonly rates: Pick<Command, 'run'>
  readonly admit: (chat: string, saidAt?: number) => Admission
  readonly loadChat: LoadChat
  readonly clock: Clock
}

/** A message without a command in a private chat: a conversion, an amount, a rate's name, else told what can be written. */
export function createTalk({ prices, conversions, rates, admit, loadChat, clock }: TalkOptions) {
  const isName = (name: string): boolean => prices.find(name).length > 0
  const read = (text: string, numbers?: NumberStyle): Conversion | undefined =>
    parseFreeText(text, {
      today: dayOf(clock()),
      isMonitor: isName,
      isName,
      ...(numbers && { numbers }),
    })

  async function reply(ctx: BotContext, text: string): Promise<void> {
    const { messages, now } = ctx
    const conversion = read(text, messages.numbers) ?? ofUnknown(text, ctx)
    if (conversion) return conversions.answerConversion(ctx, conversion)
    const amount = parseAmountAlone(text, dayOf(now), messages.numbers)
    if (amount !== undefined) return conversions.askMoney(ctx, amount)
    const names = [nameAsked(text, isName), nameAsked(text)].map(parseName)
    const name = names.find(isRate)
    await (name === undefined ? ctx.replyOrEdit(messages.talkHint) : rates.run(ctx, name))
  }

  function isRate(name: string): boolean {
    const known = classifyName(prices, name)
    return known === 'name' || (known === 'near' && name.split(' ').every((word) => NEAR_WORD.test(word)))
  }

  return {
    /** Whether all of a text is a conversion. */
    isConversion: (text: string): boolean => read(text) !== undefined,

    async onMessage(ctx: BotContext, next: NextFunction): Promise<void> {
      const { chat, message, me } = ctx
      const text = message?.text
      // What inline mode posted here is our own answer.
      const isOurs = message?.via_bot?.id === me.id
      if (chat?.type !== 'private' || text === undefined || text.startsWith('/') || isOurs) return next()
      const admission = admit(String(chat.id), saidAt(ctx))
      if (admission === 'silence' || !(await loadChat(ctx))) return
      await (admission === 'notice' ? ctx.replyOrEdit(ctx.messages.tooManyCommands) : reply(ctx, text))
    },
  }
}

/** `100 cop`: an amount, and nothing beside it but a name that no monitor has. */
function ofUnknown(text: string, { messages, now }: BotContext): Conversion | undefined {
  if (!/^\s*\d/.test(text)) return undefined
  const conversion = parseFreeText(text, {
    today: dayOf(now),
    isMonitor: () => true,
    numbers: messages.numbers,
  })
  const isAlone = conversion?.at.length === 0 && !conversion.to && conversion.date === undefined
  return isAlone ? conversion : undefined
}

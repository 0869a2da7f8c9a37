import type { Context, NextFunction } from 'grammy'
import type { NumberStyle } from '../rates/amount.ts'
import { dayOf } from '../rates/caracas.ts'
import { parseTalk } from '../rates/grammar/talk.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Admission } from './bucket.ts'
import type { ConversionTalk } from './commands/convert.ts'
import type { Prices } from './look-up.ts'
import type { Turn } from './turn.ts'

export interface TalkOptions {
  readonly prices: Pick<Prices, 'find'>
  readonly conversions: ConversionTalk
  readonly admit: (chat: string) => Admission
  readonly turnOf: (ctx: Context) => Promise<Turn | undefined>
  readonly clock: Clock
}

/** A message without a command in a private chat: answered where all of it is a conversion; any other goes on. */
export function createTalk({ prices, conversions, admit, turnOf, clock }: TalkOptions) {
  return async (ctx: Context, next: NextFunction): Promise<void> => {
    const { chat, message } = ctx
    if (chat?.type !== 'private' || message?.text === undefined) return next()
    const isMonitor = (name: string): boolean => prices.find(name).length > 0
    const { text } = message
    const read = (numbers?: NumberStyle) =>
      parseTalk(text, { today: dayOf(clock()), isMonitor, ...(numbers && { numbers }) })
    if (!read()) return next()
    const admission = admit(String(chat.id))
    const turn = admission === 'silence' ? undefined : await turnOf(ctx)
    const conversion = turn && read(turn.messages.numbers)
    if (!turn || !conversion) return
    await (admission === 'notice'
      ? turn.answer(turn.messages.tooManyCommands)
      : conversions.answerConversion(turn, conversion))
  }
}

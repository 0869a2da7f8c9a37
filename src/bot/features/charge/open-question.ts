import type { Log } from '../../../runtime/log.ts'
import type { BotContext } from '../../context.ts'
import { createExpiringTexts, type TextStore } from '../../expiring-texts.ts'

const KEPT_SECONDS = 5 * 60
const OPEN = 'open'
const ANSWERED = 'answered'

/** Keeps that a private chat was asked how much it charges, for 5 minutes or until it says so: `charging:CHAT`. */
export function createOpenQuestion(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: BotContext): string => `charging:${chatKey}`

  return {
    isOpen: async (ctx: BotContext): Promise<boolean> =>
      ctx.isPrivate && (await texts.find(keyOf(ctx))) === OPEN,
    open(ctx: BotContext): void {
      if (ctx.isPrivate) texts.keep(keyOf(ctx), OPEN)
    },
    close: (ctx: BotContext): void => texts.keep(keyOf(ctx), ANSWERED),
  }
}

export type OpenQuestion = ReturnType<typeof createOpenQuestion>

import { z } from 'zod'
import type { Request } from '../../../parse/request/request.ts'
import type { Log } from '../../../runtime/log.ts'
import type { BotContext } from '../../context.ts'
import { createExpiringTexts, type TextStore } from '../../expiring-texts.ts'

const KEPT_SECONDS = 10 * 60
/** More follow-ups than this begin anew. */
const QUESTIONS_MAX = 6
/** What a follow-up can go on from. */
const KEPT: ReadonlySet<Request['kind']> = new Set(['rate', 'convert'])
const QUESTIONS = z.array(z.string()).max(QUESTIONS_MAX)

/** Keeps what a person asked last in a private chat, for 10 minutes: `asked:CHAT`. */
export function createEarlierQuestions(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: BotContext): string => `asked:${chatKey}`

  return {
    /** Oldest first; empty where nothing is kept. */
    async find(ctx: BotContext): Promise<readonly string[]> {
      const text = ctx.isPrivate ? await texts.find(keyOf(ctx)) : undefined
      return text === undefined ? [] : QUESTIONS.parse(JSON.parse(text))
    },
    /** Keeps a question that goes on from earlier ones, if any. */
    keep(ctx: BotContext, { kind }: Request, questions: readonly string[]): void {
      if (ctx.isPrivate && KEPT.has(kind) && questions.length <= QUESTIONS_MAX)
        texts.keep(keyOf(ctx), JSON.stringify(questions))
    },
  }
}

export type EarlierQuestions = ReturnType<typeof createEarlierQuestions>

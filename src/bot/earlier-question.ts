import type { MiddlewareFn } from 'grammy'
import { z } from 'zod'
import type { Question } from '../parse/request/request.ts'
import { CURRENCIES } from '../rates/monitor.ts'
import { storedJson } from '../redis/script.ts'
import type { Log } from '../runtime/log.ts'
import type { BotContext } from './context.ts'
import { createExpiringTexts, type TextStore } from './expiring-texts.ts'

const KEPT_SECONDS = 10 * 60

const DECIMAL = z.string().regex(/^\d+(?:\.\d+)?$/)
const UNIT = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bolivares') }),
  z.object({ kind: z.literal('currency'), code: z.enum(['USD', 'EUR']) }),
  z.object({ kind: z.literal('name'), name: z.string() }),
])
const CONVERSION = z.object({
  amount: DECIMAL,
  from: UNIT,
  plus: z.exactOptional(z.array(z.object({ amount: DECIMAL, unit: UNIT }))),
  to: z.exactOptional(UNIT),
  at: z.array(z.string()),
  date: z.exactOptional(z.string()),
})
const CURRENCY = z.enum(CURRENCIES)
const BILL = z.object({
  bill: z.object({ amount: DECIMAL, in: z.enum(['foreign', 'bolivares']) }),
  currency: CURRENCY,
  billedIn: z.exactOptional(CURRENCY),
  paid: z.object({ foreign: DECIMAL, bolivares: DECIMAL }),
  sum: z.exactOptional(z.string()),
  isTaxed: z.exactOptional(z.boolean()),
})
const HISTORY = z.object({
  names: z.array(z.string()),
  isGap: z.boolean(),
  range: z.exactOptional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('last'), days: z.int().positive() }),
      z.object({ kind: z.literal('between'), from: z.string(), to: z.string() }),
    ]),
  ),
})
const QUESTION: z.ZodType<Question> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rate'),
    names: z.array(z.string()),
    day: z.exactOptional(z.string()),
  }),
  z.object({ kind: z.literal('convert'), conversion: z.exactOptional(CONVERSION) }),
  z.object({ kind: z.literal('charge'), charge: z.exactOptional(BILL) }),
  z.object({ kind: z.literal('amount'), amount: DECIMAL }),
  z.object({ kind: z.literal('history'), history: HISTORY }),
])

const QUESTION_JSON = storedJson.pipe(QUESTION)

const OTHER = { kind: 'other' } as const

/** Keeps what was asked last in each private chat, for 10 minutes: `asked:CHAT`. Nothing is kept of groups and channels. */
export function createEarlierQuestion(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: Pick<BotContext, 'chatKey'>): string => `asked:${chatKey}`

  /** Keeps what an update asks for, once it is answered; a request that nothing goes on from ends what was asked before. */
  const keep: MiddlewareFn<BotContext> = async (ctx, next) => {
    await next()
    const asked = ctx.asked ?? (ctx.message?.text?.startsWith('/') ? OTHER : undefined)
    if (ctx.isPrivate && asked) texts.keep(keyOf(ctx), JSON.stringify(asked))
  }

  return {
    keep,
    forget: (chat: Pick<BotContext, 'chatKey'>): Promise<void> => texts.forget(keyOf(chat)),
    /** Undefined where nothing is kept that this program can read. */
    async find(ctx: BotContext): Promise<Question | undefined> {
      const text = ctx.isPrivate ? await texts.find(keyOf(ctx)) : undefined
      return text === undefined ? undefined : QUESTION_JSON.safeParse(text).data
    },
  }
}

export type EarlierQuestion = ReturnType<typeof createEarlierQuestion>

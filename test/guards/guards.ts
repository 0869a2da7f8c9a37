import type { Guard } from './guard.ts'
import { BOT_GUARDS } from './list/bot.ts'
import { CHAT_GUARDS } from './list/chats.ts'
import { PRICE_GUARDS } from './list/prices.ts'
import { PUSH_GUARDS } from './list/push.ts'
import { QUEUE_GUARDS } from './list/queue.ts'
import { RATE_LIMIT_GUARDS } from './list/rate-limits.ts'
import { REDIS_GUARDS } from './list/redis.ts'
import { SERVICE_GUARDS } from './list/service.ts'
import { TELEGRAM_GUARDS } from './list/telegram.ts'

/** All guards, by what they belong to. A new safety check of ours belongs here. */
export const GUARDS: ReadonlyMap<string, readonly Guard[]> = new Map([
  ['Queue', QUEUE_GUARDS],
  ['Rate limits', RATE_LIMIT_GUARDS],
  ['Redis', REDIS_GUARDS],
  ['Telegram', TELEGRAM_GUARDS],
  ['Chats', CHAT_GUARDS],
  ['Push', PUSH_GUARDS],
  ['Bot', BOT_GUARDS],
  ['Prices', PRICE_GUARDS],
  ['Rate service', SERVICE_GUARDS],
])

/** How often the text of a guard stands in its file. */
export const countIn = (source: string, { text }: Pick<Guard, 'text'>): number =>
  source.split(text).length - 1

import { randomInt } from 'node:crypto'
import type { Redis } from '../redis/connection.ts'
import { makeSecret, sharedSecret } from '../redis/secrets.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Http } from '../runtime/http.ts'
import type { Log } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import type { PageConfig } from '../service/sources/sources-file.ts'

export interface StartOptions {
  readonly config: Config
  readonly log: Log
  /** Keeps secrets out of the log. */
  readonly hide: (...secrets: readonly (string | undefined)[]) => void
  /** One line for people. */
  readonly print: (line: string) => void
  /** Called when Telegram refuses the token later on: the program must end. */
  readonly onRefused: (failure: Failure) => void
}

/** What all roles of a process share; addresses are known once the part behind them runs. */
export interface AppContext extends StartOptions {
  readonly metrics: ReturnType<typeof createMetrics>
  readonly clock: typeof systemClock
  readonly random: () => number
  readonly connect: (waits?: boolean) => Promise<Redis>
  readonly redis: Redis
  readonly subscriber: Redis
  readonly sources: readonly PageConfig[]
  readonly botToken: string
  readonly webhookSecret: string
  /** The first is told to Telegram; each is believed. */
  readonly telegramSecrets: readonly string[]
  readonly ownToken: string
  telegramUrl: string
  ratesUrl: string
  http?: Http
  webChat?: string
  /** Moves the simulated dollar; does nothing before the rate service is there. */
  moveDollar: (percent: number) => void
}

/** What is there before the first part: both connections to Redis, the secrets, and addresses as far as they were given. */
export async function createAppContext(
  options: StartOptions,
  connect: AppContext['connect'],
  sources: AppContext['sources'],
): Promise<AppContext> {
  const { config, hide } = options
  const [redis, subscriber] = await Promise.all([connect(), connect(true)])
  const makeBotToken = (): string => `${randomInt(100_000_000, 1_000_000_000)}:${makeSecret()}`
  const botToken = config.BOT_TOKEN ?? (await sharedSecret(redis, 'BOT_TOKEN', makeBotToken))
  const webhookSecret = config.RATES_WEBHOOK_SECRET ?? (await sharedSecret(redis, 'RATES_WEBHOOK_SECRET'))
  const telegramSecrets = config.TELEGRAM_WEBHOOK_SECRET ?? [
    await sharedSecret(redis, 'TELEGRAM_WEBHOOK_SECRET'),
  ]
  const ownToken = makeSecret()
  hide(botToken, webhookSecret, ownToken, config.RATES_API_TOKEN, ...telegramSecrets)
  return {
    ...options,
    metrics: createMetrics(),
    clock: systemClock,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    connect,
    redis,
    subscriber,
    sources,
    botToken,
    webhookSecret,
    telegramSecrets,
    ownToken,
    telegramUrl: config.TELEGRAM_API_ROOT,
    ratesUrl: config.RATES_API_URL ?? '',
    moveDollar: () => {},
  }
}

import { existsSync } from 'node:fs'
import { z } from 'zod'
import { LANGUAGES } from '../words/words.ts'
import { isNetwork } from './callers/callers.ts'

/** What SOURCES_FILE may name besides a file: the real sources that come with the program, and the demonstration. */
const SHIPPED_SOURCES: readonly string[] = ['venezuela', 'simulated']

export const ROLES = ['service', 'bot', 'push', 'sandbox'] as const

const NAME = /^[a-z][a-z0-9_]{0,31}$/
const SECRET_FORM = /^[\x21-\x7e]{8,256}$/

/** Schemas of the forms that variables have; each message follows the name of the variable. */
const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
const listOf = <List extends z.ZodType<unknown, string[]>>(list: List) =>
  z.string().transform(splitList).pipe(list)
const port = (fallback: number) =>
  z.coerce.number('must be a port number').int('must be a whole number').min(0).max(65_535).default(fallback)
const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback)
    .transform((text) => text === 'true')
const WEB_URL = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const httpUrl = WEB_URL.transform((text) => text.replace(/\/+$/, ''))
/** `true`: every url. Else the exact urls; none for `false`. */
const privateWebhooks = z
  .string()
  .transform((text) => (text === 'false' ? [] : text === 'true' ? true : splitList(text)))
  .refine(
    (urls) => urls === true || urls.every((url) => WEB_URL.safeParse(url).success),
    'must be true, false or exact http and https urls, comma separated',
  )
  .default([])
const names = listOf(
  z
    .array(z.string().regex(NAME, 'must be lower-case identifiers, comma separated'))
    .min(1, 'must name a page'),
)
const roles = listOf(z.array(z.enum(ROLES, `must be of ${ROLES.join(', ')}`)).min(1, 'must name a role'))
const gap = listOf(
  z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,31}\.[a-z][a-z0-9_]{0,31}$/, 'must be page.key,page.key'))
    .length(2, 'must be two monitors: page.key,page.key'),
)
/** Nothing of a password can be taken for a host: ioredis would, and name it in its errors. */
const REDIS_ADDRESS =
  /^rediss?:\/\/((%[\da-f]{2}|[^%@/?#\s])*@)?((\[[\da-f:.]+\]|[^@/?#:\s[\]]+)(:\d+)?)?(\/\d*)?(\?[^@#\s]*)?$/i
export const redisUrls = listOf(
  z
    .array(
      z
        .string()
        .regex(
          REDIS_ADDRESS,
          'must be addresses such as redis://:PASSWORD@HOST:6379; write % @ / ? # and commas of a password as %25 %40 %2F %3F %23 %2C',
        )
        .refine(
          (text) => !/password/i.test([...(URL.parse(text)?.searchParams ?? [])].flat().join(' ')),
          'must have its password as redis://:PASSWORD@HOST, and not as ?password=',
        ),
    )
    .min(1),
)
const networks = listOf(
  z.array(z.string().refine(isNetwork, 'must be addresses or networks such as 10.0.0.0/8, comma separated')),
)
const secret = z.string().regex(SECRET_FORM, 'must be 8 to 256 visible ASCII characters')
/** The secret to use, and the one before it that is still accepted. */
const telegramSecrets = listOf(
  z
    .array(z.string().regex(/^[A-Za-z0-9_-]{8,256}$/, 'must be 8 to 256 of A-Z a-z 0-9 _ -'))
    .min(1, 'must be a secret')
    .max(2, 'must be one secret, or two while it is changed'),
)

/** The server of Telegram itself. */
export const TELEGRAM = 'https://api.telegram.org'

/** The schema of all variables, by name; `.env.example` says what each is for. */
export const ENVIRONMENT = z.object({
  // Telegram
  BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{20,}$/, 'must look like 123456:ABC… as @BotFather gives it')
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.default(TELEGRAM),
  TELEGRAM_UPDATES: z.enum(['polling', 'webhook'], 'must be polling or webhook').default('polling'),
  TELEGRAM_WEBHOOK_SECRET: telegramSecrets.optional(),
  PUBLIC_URL: httpUrl.optional(),

  // The rate API
  RATES_API_URL: httpUrl.optional(),
  RATES_API_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional(),
  RATES_PAGES: names.optional(),
  RATES_WEBHOOK_URL: httpUrl.optional(),
  RATES_WEBHOOK_SECRET: secret.optional(),

  // Redis and files
  REDIS_URL: redisUrls.optional(),
  REDIS_UNSAFE: flag('false'),
  INSTALL_REDIS: flag('true'),
  DATA_DIR: z.string().default('./data'),

  // What runs where
  ROLES: roles.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  SERVICE_PORT: port(8081),
  SANDBOX_PORT: port(8082),
  TRUSTED_PROXIES: networks.default([]),
  METRICS_TOKEN: secret.optional(),

  // The rate service
  SOURCES_FILE: z
    .string()
    .refine((file) => SHIPPED_SOURCES.includes(file) || existsSync(file), {
      error: ({ input }) => `${input} is not there: name a file, ${SHIPPED_SOURCES.join(' or ')}`,
    })
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: privateWebhooks,

  // The bot
  DEFAULT_LANGUAGE: z.enum(LANGUAGES, `must be ${LANGUAGES.join(' or ')}`).default('es'),
  GAP_MONITORS: gap.optional(),
  SEND_RATE_PER_SECOND: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(1_000_000)
    .default(28),
  PAID_BROADCASTS: flag('false'),
  ADMIN_CHAT_IDS: listOf(
    z.array(z.string().regex(/^-?\d{1,16}$/, 'must be chat numbers, comma separated')),
  ).default([]),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
})

/** Each of these may come from a file instead, named by the variable with `_FILE` behind it. */
export const SECRETS = [
  'BOT_TOKEN',
  'TELEGRAM_WEBHOOK_SECRET',
  'RATES_API_TOKEN',
  'RATES_WEBHOOK_SECRET',
  'REDIS_URL',
  'METRICS_TOKEN',
] as const satisfies (keyof typeof ENVIRONMENT.shape)[]

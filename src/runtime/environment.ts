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

/** Values to show for variables that have no default. */
export const EXAMPLES = new Map([
  ['BOT_TOKEN', '123456789:AAE…'],
  ['PUBLIC_URL', 'https://bot.example.com'],
  ['RATES_API_URL', 'https://rates.example.com'],
  ['RATES_PAGES', 'page_alpha,page_beta,page_gamma,page_delta,page_epsilon,page_zeta'],
  ['REDIS_URL', 'redis://127.0.0.1:6379'],
  ['ROLES', 'service,bot,push'],
  ['TRUSTED_PROXIES', '127.0.0.1,::1'],
  ['SOURCES_FILE', 'venezuela'],
  ['WEBHOOK_ALLOW_PRIVATE', 'http://push:8080/webhooks/rates'],
])

/** Every variable with its description, by section; the help and `.env.example` say the same. */
export const SECTIONS = {
  Telegram: {
    BOT_TOKEN: z
      .string()
      .regex(/^\d+:[A-Za-z0-9_-]{20,}$/, 'must look like 123456:ABC… as @BotFather gives it')
      .optional()
      .describe("The bot's token, from @BotFather. Without it the sandbox stands in for Telegram."),
    TELEGRAM_API_ROOT: httpUrl
      .default(TELEGRAM)
      .describe('Where the Bot API is; another address for a server of your own.'),
    TELEGRAM_UPDATES: z
      .enum(['polling', 'webhook'], 'must be polling or webhook')
      .default('polling')
      .describe(
        'polling, or webhook: Telegram then sends updates to PUBLIC_URL, which several bot processes may share.',
      ),
    TELEGRAM_WEBHOOK_SECRET: telegramSecrets
      .optional()
      .describe(
        'The secret that Telegram sends in webhook mode, 8 to 256 of A-Z a-z 0-9 _ -; made at random if not given, shared in Redis. NEW,OLD while it is changed: OLD is accepted too.',
      ),
    PUBLIC_URL: httpUrl.optional().describe('Where the internet reaches PORT, without a path.'),
  },
  'The rate API': {
    RATES_API_URL: httpUrl
      .optional()
      .describe('Another server of the same interface. Without it the bundled rate service runs.'),
    RATES_API_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
      .optional()
      .describe('The token of that server; needed with RATES_API_URL.'),
    RATES_PAGES: names
      .optional()
      .describe(
        'The pages that the bot shows, in this order; those of our own SOURCES_FILE, or the six of the demonstration, if not given.',
      ),
    RATES_WEBHOOK_URL: httpUrl
      .optional()
      .describe(
        'Where the rate API reaches our receiver; from PUBLIC_URL if not given, else http://127.0.0.1:PORT/webhooks/rates.',
      ),
    RATES_WEBHOOK_SECRET: secret
      .optional()
      .describe(
        '8 to 256 visible ASCII characters; made at random if not given, required where ROLES splits bot and push.',
      ),
  },
  'Redis and files': {
    REDIS_URL: redisUrls
      .optional()
      .describe(
        'One server (redis:// or rediss://), or a cluster (comma separated). Without it a private one runs under DATA_DIR.',
      ),
    REDIS_UNSAFE: flag('false').describe(
      'true: use a REDIS_URL that may lose what it acknowledged, or that forbids CONFIG.',
    ),
    INSTALL_REDIS: flag('true').describe(
      'true: where no Redis is on PATH, root installs the package redis-server with apt-get, and says so before. false forbids it.',
    ),
    DATA_DIR: z.string().default('./data').describe('Where files are kept, those of the private Redis too.'),
  },
  'What runs where': {
    ROLES: roles
      .optional()
      .describe(
        'service, bot, push, sandbox: all that apply, if not given. Several processes share one REDIS_URL.',
      ),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('The address that PORT and SERVICE_PORT listen at; 0.0.0.0 for all of this machine.'),
    PORT: port(8080).describe(
      'Receiver of notifications, Telegram webhook, health and metrics; 0 for any free port.',
    ),
    SERVICE_PORT: port(8081).describe('The rate service and its documentation.'),
    SANDBOX_PORT: port(8082).describe('The web chat, and the stand-in for Telegram behind it.'),
    TRUSTED_PROXIES: networks
      .default([])
      .describe(
        'Addresses or networks of proxies before PORT and SERVICE_PORT, comma separated: their connections are not capped, and the last X-Forwarded-For that they add is the caller.',
      ),
    METRICS_TOKEN: secret
      .optional()
      .describe(
        'Lets callers from outside read /metrics, as Authorization: Bearer METRICS_TOKEN; 8 to 256 visible ASCII characters. Loopback and private addresses need none.',
      ),
  },
  'The rate service': {
    SOURCES_FILE: z
      .string()
      .refine((file) => SHIPPED_SOURCES.includes(file) || existsSync(file), {
        error: ({ input }) => `${input} is not there: name a file, ${SHIPPED_SOURCES.join(' or ')}`,
      })
      .optional()
      .describe(
        'Where prices come from: venezuela (real sources; the default with BOT_TOKEN and without RATES_API_URL), simulated (prices that say so; else the default), or a file such as examples/sources.json. Needed by a service that has both.',
      ),
    WEBHOOK_ALLOW_PRIVATE: privateWebhooks.describe(
      'Exact urls of webhooks at private addresses, comma separated. true: any, in a network where each holder of a token may call everything.',
    ),
  },
  'The bot': {
    DEFAULT_LANGUAGE: z
      .enum(LANGUAGES, `must be ${LANGUAGES.join(' or ')}`)
      .default('es')
      .describe('The language of chats whose own we do not know, such as es or en.'),
    GAP_MONITORS: gap
      .optional()
      .describe(
        'The two monitors that /gap compares, as page.key,page.key; those of the first two pages, if not given.',
      ),
    SEND_RATE_PER_SECOND: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1)
      .max(1_000_000)
      .default(28)
      .describe("Messages a second to all chats together, 1 to 1000000. Telegram's free limit is about 30."),
    PAID_BROADCASTS: flag('false').describe('true: pay Telegram in Stars for messages above its free limit.'),
    ADMIN_CHAT_IDS: listOf(z.array(z.string().regex(/^-?\d{1,16}$/, 'must be chat numbers, comma separated')))
      .default([])
      .describe('Chats that get warnings for operators and may use their commands, comma separated.'),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
      .default('info')
      .describe('trace, debug, info, warn, error, fatal or silent.'),
  },
}

/** Each of these may come from a file instead, named by the variable with `_FILE` behind it. */
export const SECRETS = [
  'BOT_TOKEN',
  'TELEGRAM_WEBHOOK_SECRET',
  'RATES_API_TOKEN',
  'RATES_WEBHOOK_SECRET',
  'REDIS_URL',
  'METRICS_TOKEN',
] as const satisfies (keyof typeof ENVIRONMENT.shape)[]

/** The schema of all variables, by name. */
export const ENVIRONMENT = z.object({
  ...SECTIONS.Telegram,
  ...SECTIONS['The rate API'],
  ...SECTIONS['Redis and files'],
  ...SECTIONS['What runs where'],
  ...SECTIONS['The rate service'],
  ...SECTIONS['The bot'],
})

import { existsSync } from 'node:fs'
import { z } from 'zod'
import { Failure } from './failure.ts'

export const ROLES = ['service', 'bot', 'push', 'sandbox'] as const
export type Role = (typeof ROLES)[number]

const TELEGRAM = 'https://api.telegram.org'
const NAME = /^[a-z][a-z0-9_]{0,31}$/
const SECRET_FORM = /^[\x21-\x7e]{8,256}$/

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
const port = (fallback: number) =>
  z.coerce.number('must be a port number').int('must be a whole number').min(0).max(65_535).default(fallback)
const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))
const names = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().regex(NAME, 'must be lower-case identifiers, comma separated'))
      .min(1, 'must name a page'),
  )
const roles = z
  .string()
  .transform(list)
  .pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(', ')}`)).min(1, 'must name a role'))
const gap = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().regex(/^[a-z][a-z0-9_]{0,31}\.[a-z][a-z0-9_]{0,31}$/, 'must be page.key,page.key'))
      .length(2, 'must be two monitors: page.key,page.key'),
  )
const redisUrls = z
  .string()
  .transform(list)
  .pipe(z.array(z.string().regex(/^rediss?:\/\/\S+$/, 'must be redis:// or rediss:// addresses')).min(1))
const secret = z.string().regex(SECRET_FORM, 'must be 8 to 256 visible ASCII characters')

const ENVIRONMENT = z.object({
  BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{20,}$/, 'must look like 123456:ABC… as @BotFather gives it')
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.default(TELEGRAM),
  TELEGRAM_UPDATES: z.enum(['polling', 'webhook'], 'must be polling or webhook').default('polling'),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,256}$/, 'must be 8 to 256 of A-Z a-z 0-9 _ -')
    .optional(),
  PUBLIC_URL: httpUrl.optional(),
  RATES_API_URL: httpUrl.optional(),
  RATES_API_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional(),
  RATES_PAGES: names.optional(),
  RATES_WEBHOOK_URL: httpUrl.optional(),
  RATES_WEBHOOK_SECRET: secret.optional(),
  REDIS_URL: redisUrls.optional(),
  DATA_DIR: z.string().default('./data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  SERVICE_PORT: port(8081),
  SANDBOX_PORT: port(8082),
  ROLES: roles.optional(),
  SEND_RATE_PER_SECOND: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1)
    .max(1_000_000)
    .default(28),
  PAID_BROADCASTS: flag,
  SOURCES_FILE: z
    .string()
    .refine((file) => existsSync(file), { error: ({ input }) => `${input} is not there` })
    .optional(),
  GAP_MONITORS: gap.optional(),
  WEBHOOK_ALLOW_PRIVATE: flag,
  REDIS_UNSAFE: flag,
  ADMIN_CHAT_IDS: z
    .string()
    .transform(list)
    .pipe(z.array(z.string().regex(/^-?\d{1,16}$/, 'must be chat numbers, comma separated')))
    .default([]),
  DEFAULT_LANGUAGE: z.enum(['es', 'en'], 'must be es or en').default('es'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
})

export type Environment = z.output<typeof ENVIRONMENT>
export type Config = Omit<Environment, 'ROLES'> & { readonly ROLES: ReadonlySet<Role> }

export const VARIABLES: readonly string[] = Object.keys(ENVIRONMENT.shape)
const SECRETS = ['TELEGRAM_WEBHOOK_SECRET', 'RATES_WEBHOOK_SECRET'] as const

type Variables = Readonly<Record<string, string | undefined>>

const givenIn = (env: Variables): Variables =>
  Object.fromEntries(
    Object.entries(env).filter(([name, value]) => VARIABLES.includes(name) && value?.trim() !== ''),
  )

const STORE = ENVIRONMENT.pick({ REDIS_URL: true, DATA_DIR: true })
export type StoreConfig = z.output<typeof STORE>

/** Where the data lies, all that an operator's command must know. Throws one Failure that names every problem. */
export function parseStore(env: Variables): StoreConfig {
  const read = STORE.safeParse(givenIn(env))
  if (!read.success) throw new Failure(`Bad configuration: ${issuesOf(read.error).join('; ')}`)
  return read.data
}

/** Reads the environment. Throws one Failure that names every problem. An empty variable counts as not given. */
export function parseConfig(env: Variables): Config {
  const given = givenIn(env)
  const read = ENVIRONMENT.safeParse(given)
  const problems = read.success
    ? problemsOf(read.data)
    : [...issuesOf(read.error), ...furtherProblemsOf(given, read.error)]
  for (const name of SECRETS)
    if (env[name]?.trim() === '') problems.push(`${name} is empty: give it a value or leave it out`)
  if (!read.success || problems.length > 0)
    throw new Failure(`Bad configuration: ${[...new Set(problems)].join('; ')}`)
  return { ...read.data, ROLES: rolesOf(read.data) }
}

const nameOf = ({ path }: z.core.$ZodIssue): string => String(path[0])

const issuesOf = ({ issues }: z.ZodError): string[] =>
  issues.map((issue) => `${nameOf(issue)} ${issue.message}`)

/** What else is wrong once the bad variables are mended, as far as that can be told without them. */
function furtherProblemsOf(given: Readonly<Record<string, unknown>>, { issues }: z.ZodError): string[] {
  const bad = new Set(issues.map(nameOf))
  const rest = ENVIRONMENT.safeParse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))),
  )
  if (!rest.success || bad.has('ROLES')) return []
  return problemsOf(rest.data).filter((problem) => !bad.has(problem.split(' ', 1)[0] ?? ''))
}

function rolesOf(env: Environment): ReadonlySet<Role> {
  if (env.ROLES) return new Set(env.ROLES)
  return new Set(
    ROLES.filter(
      (role) => !(role === 'service' && env.RATES_API_URL) && !(role === 'sandbox' && env.BOT_TOKEN),
    ),
  )
}

/** What each variable alone cannot say. */
function problemsOf(env: Environment): string[] {
  const roles = rolesOf(env)
  const talks = roles.has('bot') || roles.has('push')
  const problems: string[] = []
  const demand = (wanted: boolean, problem: string): void => {
    if (wanted) problems.push(problem)
  }
  const split = talks && !(roles.has('bot') && roles.has('push'))
  demand(
    talks && !roles.has('service') && !env.RATES_API_URL,
    'RATES_API_URL is needed where ROLES leaves out service',
  )
  demand(
    talks && (!roles.has('service') || !!env.RATES_API_URL) && !env.RATES_API_TOKEN,
    'RATES_API_TOKEN is needed with RATES_API_URL (npm run token on the service makes one)',
  )
  demand(
    talks && !roles.has('sandbox') && !env.BOT_TOKEN && env.TELEGRAM_API_ROOT === TELEGRAM,
    'BOT_TOKEN is needed where ROLES leaves out sandbox',
  )
  demand(split && !env.REDIS_URL, 'REDIS_URL is needed where ROLES splits bot and push')
  demand(split && !env.RATES_WEBHOOK_SECRET, 'RATES_WEBHOOK_SECRET is needed where ROLES splits bot and push')
  const hooks = env.TELEGRAM_UPDATES === 'webhook' && roles.has('bot')
  demand(hooks && !env.PUBLIC_URL, 'PUBLIC_URL is needed with TELEGRAM_UPDATES=webhook')
  demand(
    hooks && !!env.BOT_TOKEN && env.TELEGRAM_API_ROOT === TELEGRAM && !!env.PUBLIC_URL?.startsWith('http:'),
    'PUBLIC_URL must be an https address: Telegram calls no other',
  )
  return problems
}

import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { ENVIRONMENT, ROLES, SECRETS, TELEGRAM } from './environment.ts'
import { codeOf, EX_CONFIG, Failure } from './log.ts'

export type Role = (typeof ROLES)[number]

export type Environment = z.output<typeof ENVIRONMENT>
export type Config = Omit<Environment, 'ROLES' | 'SOURCES_FILE'> & {
  readonly ROLES: ReadonlySet<Role>
  readonly SOURCES_FILE: string
}

const VARIABLES: readonly string[] = Object.keys(ENVIRONMENT.shape)
/** Made at random where they are not given, so an empty one is a mistake. */
const MADE_SECRETS = ['TELEGRAM_WEBHOOK_SECRET', 'RATES_WEBHOOK_SECRET'] as const

/** The environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

interface Given {
  readonly given: Variables
  /** Why the file of a secret is no use, by the secret's name. */
  readonly unread: ReadonlyMap<string, string>
}

/** The variables that are given, secrets from their files too. */
function givenIn(env: Variables, secrets: readonly (typeof SECRETS)[number][]): Given {
  const isGiven = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  const given = Object.fromEntries(
    Object.entries(env).filter(([name]) => VARIABLES.includes(name) && isGiven(name)),
  )
  const unread = new Map<string, string>()
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    try {
      if (isGiven(name)) unread.set(name, `${name} and ${name}_FILE are both given: keep one`)
      else given[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      unread.set(name, `${name}_FILE ${file} cannot be read (${codeOf(error)})`)
    }
  }
  return { given, unread }
}

/** Reads the variables that are not bad, and names the others with what is wrong. */
function read<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, { given, unread }: Given) {
  const issues = (schema.safeParse(given).error?.issues ?? []).map(({ path, message }) => ({
    name: String(path[0]),
    problem: `${String(path[0])} ${message}`,
  }))
  const bad = new Set([...unread.keys(), ...issues.map(({ name }) => name)])
  const good = Object.entries(given).filter(([name]) => !bad.has(name))
  const said = issues.filter(({ name }) => !unread.has(name)).map(({ problem }) => problem)
  return { variables: schema.parse(Object.fromEntries(good)), bad, problems: [...unread.values(), ...said] }
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new Failure(`Bad configuration: ${[...new Set(problems)].join('; ')}`, { exitCode: EX_CONFIG })
}

const STORE = ENVIRONMENT.pick({ REDIS_URL: true, INSTALL_REDIS: true, DATA_DIR: true })
export type StoreConfig = z.output<typeof STORE>

/** Reads where the data is kept: all that an operator's command needs. Throws one Failure that names every problem. */
export function parseStore(env: Variables): StoreConfig {
  const { problems, variables } = read(STORE, givenIn(env, ['REDIS_URL']))
  throwProblems(problems)
  return variables
}

/** Reads the environment. Throws one Failure that names every problem. An empty variable counts as not given. */
export function parseConfig(env: Variables): Config {
  const { variables, bad, problems } = read(ENVIRONMENT, givenIn(env, SECRETS))
  const between = bad.has('ROLES') ? [] : problemsOf(variables)
  const empty = MADE_SECRETS.filter((name) => env[name]?.trim() === '')
  throwProblems([
    ...problems,
    ...between.filter((problem) => !bad.has(problem.split(' ', 1)[0] ?? '')),
    ...empty.map((name) => `${name} is empty: give it a value or leave it out`),
  ])
  return { ...variables, ROLES: rolesOf(variables), SOURCES_FILE: sourcesOf(variables) }
}

/** With BOT_TOKEN the default is real prices; without it, simulated ones. */
const sourcesOf = ({ SOURCES_FILE, BOT_TOKEN, RATES_API_URL }: Environment): string =>
  SOURCES_FILE ?? (BOT_TOKEN && !RATES_API_URL ? 'venezuela' : 'simulated')

function rolesOf(env: Environment): ReadonlySet<Role> {
  if (env.ROLES) return new Set(env.ROLES)
  return new Set(
    ROLES.filter(
      (role) => !(role === 'service' && env.RATES_API_URL) && !(role === 'sandbox' && env.BOT_TOKEN),
    ),
  )
}

/** Problems between variables. */
function problemsOf(env: Environment): string[] {
  const roles = rolesOf(env)
  const talks = roles.has('bot') || roles.has('push')
  const isSplit = talks && !(roles.has('bot') && roles.has('push'))
  const isHooked = env.TELEGRAM_UPDATES === 'webhook' && roles.has('bot')
  const isTelegram = env.TELEGRAM_API_ROOT === TELEGRAM
  const asksOthers = !roles.has('service') || !!env.RATES_API_URL
  const demands: readonly (readonly [isMissing: boolean, problem: string])[] = [
    [
      roles.has('service') && !env.SOURCES_FILE && !!env.BOT_TOKEN && !!env.RATES_API_URL && isTelegram,
      'SOURCES_FILE is needed where the role service has BOT_TOKEN and RATES_API_URL: venezuela for real prices, simulated for the demonstration',
    ],
    [
      talks && !roles.has('service') && !env.RATES_API_URL,
      'RATES_API_URL is needed where ROLES leaves out service',
    ],
    [
      talks && asksOthers && !env.RATES_API_TOKEN,
      'RATES_API_TOKEN is needed with RATES_API_URL (npm run token on the service makes one)',
    ],
    [
      talks && !roles.has('sandbox') && !env.BOT_TOKEN && isTelegram,
      'BOT_TOKEN is needed where ROLES leaves out sandbox',
    ],
    [isSplit && !env.REDIS_URL, 'REDIS_URL is needed where ROLES splits bot and push'],
    [isSplit && !env.RATES_WEBHOOK_SECRET, 'RATES_WEBHOOK_SECRET is needed where ROLES splits bot and push'],
    [isHooked && !env.PUBLIC_URL, 'PUBLIC_URL is needed with TELEGRAM_UPDATES=webhook'],
    [
      isHooked && !!env.BOT_TOKEN && isTelegram && !!env.PUBLIC_URL?.startsWith('http:'),
      'PUBLIC_URL must be an https address: Telegram calls no other',
    ],
  ]
  return demands.filter(([isMissing]) => isMissing).map(([, problem]) => problem)
}

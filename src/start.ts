import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBoard } from './board/board.ts'
import { createBot } from './bot/bot.ts'
import { OPERATOR_LEASE_MS, type OperatorOptions } from './bot/operator/operator.ts'
import { createChats } from './chats/chats.ts'
import { TAGS } from './chats/keys.ts'
import { createRatesClient } from './protocol/client.ts'
import { createPush, SEND_MS_MAX } from './push/push.ts'
import { RECEIVER_PATH } from './push/receive.ts'
import { createDueQueue } from './queue/due-queue.ts'
import { createLease } from './queue/lease.ts'
import { createLimiter } from './queue/limiter.ts'
import { systemClock } from './runtime/clock.ts'
import type { Config } from './runtime/config.ts'
import type { Failure } from './runtime/failure.ts'
import { createHttp, type Http, hostInUrl } from './runtime/http.ts'
import type { Part } from './runtime/lifecycle.ts'
import type { Log } from './runtime/log.ts'
import { createMetrics } from './runtime/metrics.ts'
import { openRedis } from './runtime/open-redis.ts'
import type { Redis } from './runtime/redis.ts'
import { makeSecret, sharedSecret } from './runtime/secrets.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { DEMONSTRATION } from './service/demonstration.ts'
import { createService } from './service/service.ts'
import { type PageConfig, readSourcesFile } from './service/sources-file.ts'
import { createTelegram } from './telegram/api.ts'
import { INBOX_TAGS } from './telegram/inbox.ts'
import { TURN_LEASE_MS } from './telegram/turn-of.ts'
import { WEBHOOK_PATH } from './telegram/webhook.ts'

const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
const LOOPBACK = '127.0.0.1'
const ANY_ADDRESS = ['0.0.0.0', '::']
const SPEC_PAGES = ['page_alpha', 'page_beta', 'page_gamma', 'page_delta', 'page_epsilon', 'page_zeta']

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
interface House extends StartOptions {
  readonly metrics: ReturnType<typeof createMetrics>
  readonly clock: typeof systemClock
  readonly random: () => number
  readonly connect: (waits?: boolean) => Promise<Redis>
  readonly redis: Redis
  readonly subscriber: Redis
  readonly sources: readonly PageConfig[]
  readonly botToken: string
  readonly webhookSecret: string
  readonly telegramSecret: string
  readonly ownToken: string
  telegramUrl: string
  ratesUrl: string
  http?: Http
  webChat?: string
  /** Moves the simulated dollar; does nothing before the rate service is there. */
  moveDollar: (percent: number) => void
}

/** The parts of the roles, each made when those before it run. */
export async function* createParts(options: StartOptions): AsyncGenerator<Part> {
  const { config, log, print } = options
  const sources = config.SOURCES_FILE ? await readSourcesFile(config.SOURCES_FILE) : DEMONSTRATION
  const redisPart = openRedis(config, log, options.hide)
  yield redisPart
  const house = await furnish(options, redisPart.connect, sources)
  const { ROLES } = config
  if (ROLES.has('sandbox')) yield* createSandboxParts(house)
  if (ROLES.has('service')) yield* createServiceParts(house)
  if (ROLES.has('bot') || ROLES.has('push')) yield* createChatParts(house)
  if (house.webChat) print(`Web chat       ${house.webChat}/`)
}

async function furnish(
  options: StartOptions,
  connect: House['connect'],
  sources: House['sources'],
): Promise<House> {
  const { config, hide } = options
  const [redis, subscriber] = await Promise.all([connect(), connect(true)])
  subscriber.setMaxListeners(0)
  const makeBotToken = (): string => `${randomInt(100_000_000, 1_000_000_000)}:${makeSecret()}`
  const botToken = config.BOT_TOKEN ?? (await sharedSecret(redis, 'BOT_TOKEN', makeBotToken))
  const webhookSecret = config.RATES_WEBHOOK_SECRET ?? (await sharedSecret(redis, 'RATES_WEBHOOK_SECRET'))
  const telegramSecret =
    config.TELEGRAM_WEBHOOK_SECRET ?? (await sharedSecret(redis, 'TELEGRAM_WEBHOOK_SECRET'))
  const ownToken = makeSecret()
  hide(botToken, webhookSecret, ownToken, config.RATES_API_TOKEN, telegramSecret)
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
    telegramSecret,
    ownToken,
    telegramUrl: config.TELEGRAM_API_ROOT,
    ratesUrl: config.RATES_API_URL ?? '',
    moveDollar: () => {},
  }
}

async function* createSandboxParts(house: House): AsyncGenerator<Part> {
  const { config, botToken, sources } = house
  const directory = join(config.DATA_DIR, 'sandbox')
  const isSimulated = sources === DEMONSTRATION && config.ROLES.has('service') && !config.RATES_API_URL
  const movePrice = async (percent: number): Promise<void> => house.moveDollar(percent)
  const sandbox = createSandbox({
    ...house,
    host: LOOPBACK,
    port: config.SANDBOX_PORT,
    botToken,
    directory,
    ...(isSimulated && { movePrice }),
  })
  yield sandbox
  house.webChat = sandbox.address()
  if (!config.BOT_TOKEN) house.telegramUrl = sandbox.address()
}

async function* createServiceParts(house: House): AsyncGenerator<Part> {
  const { config, sources, print } = house
  const service = createService({
    ...house,
    pages: sources,
    host: config.HOST,
    port: config.SERVICE_PORT,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    ownReceiverUrl: () => receiverUrl(house),
    isAlone: !config.REDIS_URL, // a private Redis has one process
  })
  yield service
  house.moveDollar = service.moveDollar
  print(`Rate service   ${service.address()}/docs`)
  house.ratesUrl ||= service.address()
}

/** The public address serves others; a rate service in this process reaches our receiver on this machine. */
function receiverUrl({ config, http }: House): string {
  if (config.RATES_WEBHOOK_URL) return config.RATES_WEBHOOK_URL
  if (config.PUBLIC_URL && config.RATES_API_URL) return config.PUBLIC_URL + RECEIVER_PATH
  const host = ANY_ADDRESS.includes(config.HOST) ? LOOPBACK : config.HOST
  return `http://${hostInUrl(host)}:${http?.port() ?? config.PORT}${RECEIVER_PATH}`
}

const pagesOf = ({ config, sources }: House): readonly string[] =>
  config.RATES_PAGES ?? (config.RATES_API_URL ? SPEC_PAGES : sources.map(({ page }) => page))

/** The titles of our own pages; a demonstration that is not served lends none. */
const pageTitlesOf = ({ config, sources }: House): ReadonlyMap<string, string> =>
  config.RATES_API_URL && sources === DEMONSTRATION
    ? new Map()
    : new Map(sources.map(({ page, title }) => [page, title]))

/** How updates come from Telegram, and where they are kept: apart for each bot, as each numbers its own. */
function updatesOf(
  { config, redis, subscriber, botToken, telegramSecret }: House,
  processId: string | undefined,
) {
  const name = `inbox:${botToken.split(':', 1)[0]}`
  const inbox = createDueQueue({ redis, name, tags: INBOX_TAGS, holder: processId ?? '' })
  const pollingLease = processId && createLease(redis, `{polling}:${name}`, processId, TURN_LEASE_MS)
  return {
    keeping: { redis, subscriber, inbox, pollingLease: pollingLease || undefined },
    webhook:
      config.TELEGRAM_UPDATES === 'webhook' && config.PUBLIC_URL
        ? { url: config.PUBLIC_URL + WEBHOOK_PATH, secret: telegramSecret }
        : undefined,
  }
}

/** What operators see and do; where several processes could serve them by themselves, the holder of a lease does. */
function operatorOf({ config, redis }: House, parts: OperatorParts): OperatorOptions {
  const holder = parts.processId ?? 'only'
  return {
    ...parts,
    chatIds: config.ADMIN_CHAT_IDS,
    redis,
    lease: createLease(redis, '{operator}:holder', holder, OPERATOR_LEASE_MS),
    version: `tasa ${VERSION} · Node ${process.versions.node}`,
    ratePerSecond: config.SEND_RATE_PER_SECOND,
  }
}

type OperatorParts = Pick<OperatorOptions, 'queue' | 'chats' | 'checks'> & {
  readonly processId: string | undefined
}

async function* createChatParts(house: House): AsyncGenerator<Part> {
  const { config, redis, subscriber, metrics, print } = house
  const { ROLES } = config
  const client = createRatesClient({
    baseUrl: () => house.ratesUrl,
    token: () => (config.RATES_API_URL && config.RATES_API_TOKEN) || house.ownToken,
  })
  const processId = config.REDIS_URL && randomUUID() // none where it is alone
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: processId ?? '' })
  const chats = createChats({ redis, queue })
  const board = createBoard({
    ...house,
    client,
    pages: pagesOf(house),
    pageTitles: pageTitlesOf(house),
    isNear: !config.RATES_API_URL,
  })
  const limiter = createLimiter({
    redis,
    subscriber,
    name: '{limit}',
    ratePerSecond: config.SEND_RATE_PER_SECOND,
    metrics,
  })
  yield limiter
  yield board

  const telegram = createTelegram({
    token: house.botToken,
    apiRoot: house.telegramUrl,
    timeoutSeconds: SEND_MS_MAX / 1000,
    isPaid: config.PAID_BROADCASTS,
  })
  const shared = { ...house, queue, chats, board, limiter, client, defaultLanguage: config.DEFAULT_LANGUAGE }
  const push = createPush({
    ...shared,
    waiting: await house.connect(true),
    send: telegram.send,
    edit: telegram.edit,
    pinnedIn: async (chat) => (await telegram.api.getChat(chat)).pinned_message?.message_id,
    ratePerSecond: config.SEND_RATE_PER_SECOND,
    receiverUrl: () => receiverUrl(house),
    secret: house.webhookSecret,
    processId,
  })
  const checks = {
    redis: async () => void (await redis.ping()),
    telegram: async () => void (await telegram.api.getMe()),
    rates: async () => void (await client.webhooks()),
  }
  const bot = createBot({
    ...shared,
    token: house.botToken,
    apiRoot: house.telegramUrl,
    ...updatesOf(house, processId),
    operator: operatorOf(house, { queue, chats, checks, processId }),
    gapMonitors: config.GAP_MONITORS,
    onKnown: config.BOT_TOKEN ? (lines) => lines.forEach(print) : undefined,
  })
  house.http = createHttp({
    name: 'http',
    host: config.HOST,
    port: config.PORT,
    portVariable: 'PORT',
    metrics,
    checks,
    routes: (app) => {
      if (ROLES.has('push')) push.routes(app)
      if (ROLES.has('bot')) bot.routes(app)
    },
  })
  yield { name: 'telegram', start: async () => {}, stop: telegram.close }
  yield house.http
  print(`Bot            ${house.http.address()}/healthz`)
  if (ROLES.has('push')) yield push
  if (ROLES.has('bot')) yield bot
}

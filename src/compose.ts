import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createSandbox } from 'telegram-sandbox'
import { createRatesClient } from './api/client.ts'
import { bearerOf, isSameSecret } from './api/signature.ts'
import { createBot } from './bot.ts'
import { createChats } from './chats/chats.ts'
import { TAGS } from './chats/keys.ts'
import { CARD_LEASE_MS } from './features/card/post.ts'
import { createOperator, OPERATOR_LEASE_MS } from './features/operator/command.ts'
import { createCloses } from './prices/closes.ts'
import { createPrices } from './prices/prices.ts'
import { createPush, SEND_MS_MAX } from './push/push.ts'
import { RECEIVER_PATH } from './push/receive/receive.ts'
import { createReplacedWebhooks } from './push/register/registration.ts'
import { createDueQueue } from './queue/due-queue.ts'
import { createLimiter } from './queue/limiter.ts'
import type { Redis, Resources } from './redis/connection.ts'
import { createHeartbeat } from './redis/heartbeat.ts'
import { createLease } from './redis/leader.ts'
import { makeSecret, measureMemory, openRedis, sharedSecret } from './redis/open.ts'
import { createCallers } from './runtime/callers/callers.ts'
import { systemClock } from './runtime/clock.ts'
import type { Config, Role } from './runtime/config.ts'
import { createHttp, hostInUrl, orListenFailure } from './runtime/http.ts'
import { type Part, sideBySide } from './runtime/lifecycle.ts'
import type { Failure, Log } from './runtime/log.ts'
import { createMetrics } from './runtime/metrics.ts'
import { VERSION, versionText } from './runtime/version.ts'
import { DEMONSTRATION, readPages } from './service/demo/demonstration.ts'
import { createWebChatControls } from './service/demo/web-chat-controls.ts'
import { createReadDoubts } from './service/history/stored-monitor.ts'
import { createService, type Service } from './service/service.ts'
import type { PageConfig } from './service/sources/file/sources-file.ts'
import type { SimulationControls } from './service/sources/simulated.ts'
import { createTelegram } from './telegram/api.ts'
import { createUpdateStream } from './telegram/update-stream.ts'
import { UPDATES_LEASE_MS } from './telegram/updates.ts'
import { WEBHOOK_PATH } from './telegram/webhook.ts'

interface ComposeOptions {
  readonly config: Config
  /** The commit that runs. */
  readonly commit: string
  readonly log: Log
  /** Keeps secrets out of the log. */
  readonly hide: (...secrets: readonly (string | undefined)[]) => void
  /** Prints a line for people, on stdout. */
  readonly print: (line: string) => void
  /** Called when Telegram refuses the token after the start: the program must end. */
  readonly onRefused: (failure: Failure) => void
}

/** Composes the roles of this process: its parts in the order to start them, each made once those before it run. */
export async function* compose({
  config,
  commit,
  log,
  hide,
  print,
  onRefused,
}: ComposeOptions): AsyncGenerator<Part> {
  const { ROLES } = config
  const clock = systemClock
  const metrics = createMetrics()
  metrics
    .gauge('build_info', 'What runs here; always 1', ['version', 'commit'])
    .set({ version: VERSION, commit }, 1)
  const sources = await readPages(config.SOURCES_FILE)

  const redisPart = openRedis({
    urls: config.REDIS_URL,
    isUnsafe: config.REDIS_UNSAFE,
    dataDirectory: config.DATA_DIR,
    mayInstall: config.INSTALL_REDIS,
    log,
    hide,
  })
  yield redisPart
  const [redis, subscriber] = await Promise.all([redisPart.connect(), redisPart.connect(true)])
  measureMemory(redis, metrics)
  const { botToken, webhookSecret, telegramSecrets } = await readSecrets(config, redis)
  const ownToken = makeSecret()
  hide(botToken, webhookSecret, ownToken, config.RATES_API_TOKEN, config.METRICS_TOKEN, ...telegramSecrets)
  const callers = createCallers({
    trustedProxies: config.TRUSTED_PROXIES,
    isMetricsToken: (authorization) => isBearer(authorization, config.METRICS_TOKEN),
  })
  // What each role takes.
  const ofAll = { redis, subscriber, log, metrics, clock }

  // Addresses: as configured, or those of our own parts once these listen.
  let telegramUrl = config.TELEGRAM_API_ROOT
  let ratesUrl = config.RATES_API_URL ?? ''
  let webChat = ''
  let chatPort = config.PORT
  const ownReceiverUrl = (): string => receiverUrl(config, chatPort)
  let pastProgress: Service['pastProgress'] = () => undefined
  let simulation: SimulationControls | undefined

  if (ROLES.has('sandbox')) {
    const sandbox = createStandIn({ config, botToken, simulation: () => simulation, log, metrics })
    yield sandbox
    webChat = sandbox.address()
    if (!config.BOT_TOKEN) telegramUrl = webChat
  }

  const telegram = createTelegram({
    token: botToken,
    apiRoot: telegramUrl,
    timeoutSeconds: SEND_MS_MAX / 1000,
    isPaid: config.PAID_BROADCASTS,
  })
  // A refused token ends the start here, before any source is asked.
  let me: Awaited<ReturnType<typeof telegram.checkToken>>
  const checkToken = async (): Promise<void> => {
    me = await telegram.checkToken()
  }
  if (talks(ROLES)) yield { name: 'telegram', start: checkToken, stop: telegram.close }

  if (ROLES.has('service')) {
    const service = createService({
      ...ofAll,
      pages: sources,
      host: config.HOST,
      port: config.SERVICE_PORT,
      callers,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      ownToken,
      ownReceiverUrl: inRole(config, 'push', ownReceiverUrl),
      isAlone: !config.REDIS_URL, // a private Redis has one process
      random: () => randomInt(2 ** 32) / 2 ** 32,
    })
    yield service
    pastProgress = service.pastProgress
    simulation = service.simulation
    print(`Rate service   ${service.address()}/docs`)
    print(`Prices from    ${config.SOURCES_FILE}: ${sources.map(({ title }) => title).join(', ')}`)
    ratesUrl ||= service.address()
  }

  if (talks(ROLES)) {
    const { SEND_RATE_PER_SECOND: ratePerSecond, DEFAULT_LANGUAGE: defaultLanguage } = config
    const processId = config.REDIS_URL && randomUUID() // undefined where no other process shares the work
    const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: processId ?? '' })
    const chats = createChats({ redis, queue })
    const client = createRatesClient({ baseUrl: () => ratesUrl, token: () => ratesToken(config) ?? ownToken })
    const limiter = createLimiter({ ...ofAll, name: '{limit}', ratePerSecond })
    yield limiter
    const prices = createPrices({
      ...ofAll,
      client,
      pages: shownPages(config, sources),
      pageTitles: pageTitles(config, sources),
      gapNames: config.GAP_MONITORS,
    })
    yield prices
    yield createCloses({ prices, client, clock, log })

    // What `bot` and `push` take.
    const ofBoth = { ...ofAll, queue, limiter, prices, chats, client, ratePerSecond, defaultLanguage }
    const push = createPush({
      ...ofBoth,
      waiting: await redisPart.connect(true),
      send: telegram.send,
      edit: telegram.edit,
      receiverUrl: ownReceiverUrl,
      secret: webhookSecret,
      processId,
    })

    const checks = {
      redis: async () => void (await redis.ping()),
      telegram: async () => {
        bot.check()
        await telegram.api.getMe()
      },
      rates: async () => void (await client.webhooks()),
    }
    const bot = createBot({
      ...ofBoth,
      token: botToken,
      me,
      apiRoot: telegramUrl,
      ...updatesOf(botToken, redis, await redisPart.connect(true), processId),
      webhook: webhookTarget(config, telegramSecrets),
      createOperator: (api) =>
        createOperator({
          ...ofBoth,
          api,
          lease: createLease(redis, '{operator}:holder', processId ?? 'only', OPERATOR_LEASE_MS),
          chatIds: config.ADMIN_CHAT_IDS,
          checks,
          replacedWebhook: createReplacedWebhooks(redis, clock).last,
          pastProgress,
          readDoubts: createReadDoubts(redis),
          version: versionText(commit),
        }),
      cardLease: processId ? createLease(redis, '{cards}:poster', processId, CARD_LEASE_MS) : undefined,
      onKnown: introductionTo(config, print),
      onRefused,
    })

    const chatParts = [ROLES.has('push') && push, ROLES.has('bot') && bot].filter((part) => part !== false)
    const http = createHttp({
      name: 'http',
      host: config.HOST,
      port: config.PORT,
      portVariable: 'PORT',
      callers,
      metrics,
      checks: { redis: checks.redis },
      outside: { telegram: checks.telegram, rates: checks.rates },
      routes: (app) => chatParts.forEach(({ routes }) => void routes(app)),
    })
    yield http
    chatPort = http.port()
    print(`Bot            ${http.address()}/healthz`)
    yield sideBySide('chats', chatParts)
  }

  // Last, so that it says of each role that it started.
  yield createHeartbeat({ redis, roles: ROLES, clock })
  if (webChat) print(`Web chat       ${webChat}/`)
}

const LOOPBACK = '127.0.0.1'
const ANY_ADDRESS = ['0.0.0.0', '::']
const SPEC_PAGES = ['page_alpha', 'page_beta', 'page_gamma', 'page_delta', 'page_epsilon', 'page_zeta']

interface StandInOptions extends Pick<Resources, 'log' | 'metrics'> {
  readonly config: Config
  readonly botToken: string
  readonly simulation: () => SimulationControls | undefined
}

/** The sandbox as a part, whose web chat moves the prices of a demonstration. */
function createStandIn({ config, botToken, simulation, log, metrics }: StandInOptions) {
  const calls = metrics.counter('sandbox_calls_total', 'Bot API calls to the sandbox', ['method', 'code'])
  const sandbox = createSandbox({
    port: config.SANDBOX_PORT,
    botToken,
    directory: join(config.DATA_DIR, 'sandbox'),
    botName: { first_name: 'Tasa', username: 'tasa_sandbox_bot' },
    ...(isSimulated(config) && { controls: createWebChatControls(simulation) }),
    onCall: (method, code) => calls.inc({ method, code: String(code) }),
    log,
    clock: systemClock,
  })
  const listen = { host: LOOPBACK, port: config.SANDBOX_PORT, portVariable: 'SANDBOX_PORT' }
  return { ...sandbox, name: 'sandbox', start: () => orListenFailure(sandbox.start(), listen) }
}

/** What belongs to a role; undefined where this process has it not. */
const inRole = <What>({ ROLES }: Config, role: Role, what: What): What | undefined =>
  ROLES.has(role) ? what : undefined

/** Whether this process talks to Telegram. */
const talks = (roles: Config['ROLES']): boolean => roles.has('bot') || roles.has('push')

/** Whether the prices are those of the demonstration in this process, which people may move. */
const isSimulated = (config: Config): boolean =>
  config.SOURCES_FILE === 'simulated' && !config.RATES_API_URL && config.ROLES.has('service')

/** The token of the configured server; the service in this process has a token of its own. */
const ratesToken = (config: Config): string | undefined => config.RATES_API_URL && config.RATES_API_TOKEN

const isBearer = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && isSameSecret(bearerOf(authorization) ?? '', token)

/** The secrets that were not configured are made once, and shared by all processes on one Redis. */
async function readSecrets(config: Config, redis: Redis) {
  const makeBotToken = (): string => `${randomInt(100_000_000, 1_000_000_000)}:${makeSecret()}`
  return {
    botToken: config.BOT_TOKEN ?? (await sharedSecret(redis, 'BOT_TOKEN', makeBotToken)),
    webhookSecret: config.RATES_WEBHOOK_SECRET ?? (await sharedSecret(redis, 'RATES_WEBHOOK_SECRET')),
    /** The first is told to Telegram; each is believed. */
    telegramSecrets: config.TELEGRAM_WEBHOOK_SECRET ?? [await sharedSecret(redis, 'TELEGRAM_WEBHOOK_SECRET')],
  }
}

/**
 * Where updates wait in Redis, apart for each bot, as each numbers its own; and who of several processes works them off. The key of
 * the lease is of versions in which it was for polling alone, so that an older process never polls beside a newer one.
 */
function updatesOf(botToken: string, redis: Redis, waiting: Redis, processId: string | undefined) {
  const name = `inbox:${botToken.split(':', 1)[0]}`
  return {
    updateStream: createUpdateStream({ redis, waiting, name }),
    updatesLease: processId
      ? createLease(redis, `{polling}:${name}`, processId, UPDATES_LEASE_MS)
      : undefined,
  }
}

/** Prints who the bot is, where an operator chose it by a token; the sandbox's bot is nobody's. */
const introductionTo = (config: Config, print: (line: string) => void) =>
  config.BOT_TOKEN ? (lines: readonly string[]): void => lines.forEach(print) : undefined

/** Where Telegram sends updates; undefined where they are polled. */
const webhookTarget = (config: Config, secrets: readonly string[]) =>
  config.TELEGRAM_UPDATES === 'webhook' && config.PUBLIC_URL
    ? { url: config.PUBLIC_URL + WEBHOOK_PATH, secrets }
    : undefined

/** Where the rate API reaches us: PUBLIC_URL for another server, this machine for the service in this process. */
function receiverUrl(config: Config, port: number): string {
  if (config.RATES_WEBHOOK_URL) return config.RATES_WEBHOOK_URL
  if (config.PUBLIC_URL && config.RATES_API_URL) return config.PUBLIC_URL + RECEIVER_PATH
  const host = ANY_ADDRESS.includes(config.HOST) ? LOOPBACK : config.HOST
  return `http://${hostInUrl(host)}:${port}${RECEIVER_PATH}`
}

const shownPages = (config: Config, sources: readonly PageConfig[]): readonly string[] =>
  config.RATES_PAGES ?? (config.RATES_API_URL ? SPEC_PAGES : sources.map(({ page }) => page))

/** The titles of our own pages; another server's pages are not those of the demonstration. */
const pageTitles = (config: Config, sources: readonly PageConfig[]): ReadonlyMap<string, string> =>
  config.RATES_API_URL && sources === DEMONSTRATION
    ? new Map()
    : new Map(sources.map(({ page, title }) => [page, title]))

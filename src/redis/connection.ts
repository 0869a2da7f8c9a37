import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Cluster, ReplyError, Redis as Server } from 'ioredis'
import { answerWithin, type Clock } from '../runtime/clock.ts'
import { Failure, type Log, logOutages, messageOf } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { explainRefusal } from './explain-refusal.ts'

const BEAT_MS = 3_000
const SUBSCRIBER_SILENT_MS_MAX = 10_000

/**
 * Watches a connection that subscribes, which would not notice that the server is gone (a power cut, a lost route): pings it
 * every 3 s, and reconnects after 10 s without an answer. Ends with the connection.
 */
function watchSubscriber(redis: Server | Cluster): void {
  keepSubscriptions(redis)
  const beat = redis instanceof Cluster ? beatOfCluster(redis) : beatOfServer(redis)
  const timer = setInterval(beat, BEAT_MS).unref()
  redis.once('end', () => clearInterval(timer))
}

/** Subscribes again after a reconnection. ioredis would end the process if the connection breaks while it subscribes again. */
function keepSubscriptions(redis: Server | Cluster): void {
  const channels = new Set<string>()
  const subscribe = redis.subscribe.bind(redis) as (...wanted: string[]) => Promise<unknown>
  Object.assign(redis, {
    subscribe: (...wanted: string[]) => {
      for (const channel of wanted) channels.add(channel)
      return subscribe(...wanted)
    },
  })
  redis.on('ready', () => {
    if (channels.size > 0) subscribe(...channels).catch(ignore) // the connection broke again: the next one subscribes
  })
}

/** The socket's time-out, which runs while an answer is outstanding, then reconnects. */
const beatOfServer = (redis: Server) => (): void => {
  if (redis.status === 'ready') redis.ping().catch(ignore)
}

/** ioredis gives the subscriber of a cluster no time-out and no ping, so every master publishes messages that it must receive. */
function beatOfCluster(redis: Cluster): () => void {
  const channel = `alive:${randomUUID()}`
  let heardAt = performance.now()
  redis.on('message', (heard) => {
    if (heard === channel) heardAt = performance.now()
  })
  redis.subscribe(channel).catch(ignore)
  return () => {
    if (redis.status !== 'ready') heardAt = performance.now()
    for (const node of redis.nodes('master')) node.publish(channel, '').catch(ignore)
    if (performance.now() < heardAt + SUBSCRIBER_SILENT_MS_MAX) return
    heardAt = performance.now()
    redis.disconnect(true)
  }
}

const ignore = (): void => {}

/** One Redis server, or a cluster. */
export type Redis = Server | Cluster

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_MS_MAX = 500
/** Reconnects when a server has not answered for this long. */
const SILENT_MS_MAX = 5_000
/** How often the cluster is asked which replica took over from a master. */
const SLOTS_REFRESH_MS = 5_000

interface RedisOptions {
  readonly urls: readonly string[]
  readonly log: Log
  /** For XREADGROUP and SUBSCRIBE: no time-out of a command, but a server that is gone is noticed. */
  readonly waits?: boolean
}

/** Connects, and resolves when ready. Throws a Failure. Later it reconnects by itself; commands fail at once meanwhile. */
export async function connectRedis({ urls, log, waits = false }: RedisOptions): Promise<Redis> {
  const [url = ''] = urls
  const redis = urls.length > 1 ? createCluster(urls, waits) : createServer(url, waits)
  const outages = logOutages(redis, log)
  try {
    await ready(redis)
    outages.begin()
    if (waits) watchSubscriber(redis)
    return redis
  } catch (error) {
    redis.disconnect()
    const why = await explainRefusal(url, outages.last() ?? error)
    throw new Failure(`Redis at ${urls.map(withoutPassword).join(', ')} cannot be used: ${why}`)
  }
}

const again = (times: number): number => Math.min(times * 50, RECONNECT_MS_MAX)

const limitsOf = (waits: boolean) => ({
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  socketTimeout: SILENT_MS_MAX,
  ...(waits ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
})

function createServer(url: string, waits: boolean): Server {
  const server = new Server(url, {
    ...limitsOf(waits),
    lazyConnect: true,
    enableOfflineQueue: waits,
    retryStrategy: again,
    autoResubscribe: false, // watchSubscriber does
  })
  server.on('connect', () => joinWrites(server.stream))
  return server
}

/** Sends the commands of one tick in one write, so that many at once cost one system call, and one sync of Redis' file. */
function joinWrites(socket: Server['stream']): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  const joined = (...args: unknown[]): boolean => {
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return write(...args)
  }
  socket.write = joined
}

/** Every node is reached with the user, password and TLS of the first URL. */
function createCluster(urls: readonly string[], waits: boolean): Cluster {
  const { protocol, username, password } = new URL(urls[0] ?? '')
  const cluster = new Cluster([...urls], {
    lazyConnect: true,
    clusterRetryStrategy: again,
    // Commands to a master that is away fail at once, so that those to other masters do not wait behind them.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    // Certificates name hosts, which ioredis would resolve to addresses.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: {
      ...limitsOf(waits),
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  })
  if (!waits) failWhileAway(cluster)
  return cluster
}

/** Commands fail at once while the cluster is away: waiting for it has no time-out. */
function failWhileAway(cluster: Cluster): void {
  const send = cluster.sendCommand.bind(cluster)
  cluster.sendCommand = (command, ...rest) => {
    // ioredis itself sends CLUSTER commands before the status is ready.
    if (cluster.status === 'ready' || command.name === 'cluster') return send(command, ...rest)
    command.reject(new Error('the cluster is away'))
    return command.promise
  }
}

async function ready(redis: Redis): Promise<void> {
  // Where the first attempt at a cluster comes too early, a later one succeeds without resolving the promise of `connect`.
  const connected = new Promise<void>((done, failed) => {
    redis.once('ready', done)
    redis.connect().catch(failed)
  })
  const greeted = connected.then(() => greet(redis))
  await answerWithin(CONNECT_TIMEOUT_MS, greeted, () => {
    throw new Error('no answer')
  })
}

/** Connects to each node of a cluster now instead of at its first command. Throws only where no node answers. */
async function greet(redis: Redis): Promise<void> {
  const greeted = await Promise.allSettled(mastersOf(redis).map((server) => server.ping()))
  const [failed] = greeted.filter(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && greeted.every(({ status }) => status === 'rejected'))
    throw failed.reason
}

/** The servers that hold the data. */
export const mastersOf = (redis: Redis): readonly Server[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis]

const AWAY = [
  'Command timed out',
  'Command aborted',
  'Connection is closed',
  "Stream isn't writeable",
  'Reached the max retries',
  'Socket timeout',
  'Redis is silent',
  'the cluster is away',
  'Cluster is ended',
  'None of startup nodes',
  'Failed to refresh slots',
  'connect E',
  'read E',
  'write E',
  'LOADING ',
  'CLUSTERDOWN ',
]

/** Whether an error says that Redis could not be asked, rather than that it refused; ioredis has no class for these. */
export const isRedisAway = (error: unknown): boolean =>
  AWAY.some((beginning) => messageOf(error).startsWith(beginning))

/** An error of the start as the operator reads it. */
export const failureOfStart = (error: unknown): unknown =>
  isRedisAway(error)
    ? new Failure(
        `Redis went away during the start (${messageOf(error).replace(/[.\s]+$/, '')}): start this again once Redis runs`,
      )
    : error

const withoutPassword = (url: string): string => url.replace(/\/\/.*@/, '//')

/** How many keys all servers have. */
export async function countKeys(redis: Redis): Promise<number> {
  const sizes = await Promise.all(mastersOf(redis).map((server) => server.dbsize()))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Redis' time in ms: the clock that all processes share. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

const REPLIES_KEPT = 16

/**
 * Converts times of Redis' clock to our `performance.now()`. Each reply that carries Redis' time shows the difference, plus how
 * long the reply took; of the last 16 the fastest counts, so one slow reply changes nothing.
 */
export function createRemoteClock() {
  let delays: number[] = []

  return {
    /** Notes a reply that has just come, with the time (ms) it carries. */
    hear(ms: number): void {
      delays = [...delays.slice(1 - REPLIES_KEPT), performance.now() - ms]
    },
    /** Converts a time of Redis' clock (ms). */
    here: (ms: number): number => ms + Math.min(...delays),
  }
}

type Run = (numberOfKeys: number, ...keysAndArguments: (string | number)[]) => Promise<unknown>

/** One atomic change in Redis. On a cluster keys of one call carry one hash tag. */
export interface Script {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>
}

const knownTo = new WeakMap<Redis, Set<string>>()

/**
 * Loads a script, and before it the files that its first line names (`-- needs: due.lua ../chats/lua/shard.lua`), each once.
 * `constants` is Lua that comes before all of them.
 */
export function loadScript(file: URL, constants = ''): Script {
  const lua = [constants, ...[...withNeeded(file)].map((one) => readFileSync(new URL(one), 'utf8'))].join(
    '\n',
  )
  const name = `tasa_${createHash('sha1').update(lua).digest('hex')}`
  const methodOf = (redis: Redis): Run => {
    const known = knownTo.get(redis) ?? new Set()
    if (!known.has(name)) redis.defineCommand(name, { lua })
    knownTo.set(redis, known.add(name))
    return Reflect.get(redis, name).bind(redis)
  }
  return {
    run: (redis, keys, args) => methodOf(redis)(keys.length, ...keys, ...args),
  }
}

/** A Lua file after the files that it needs, in the order to load them. */
function withNeeded(file: URL): Set<string> {
  const [, names = ''] = /^-- needs: (.+)/.exec(readFileSync(file, 'utf8')) ?? []
  const needed = names.split(' ').filter((name) => name !== '')
  return new Set([...needed.flatMap((name) => [...withNeeded(new URL(name, file))]), file.href])
}

/** Whether a script failed because of its arguments or the stored data, and not because Redis is away, full or starting. */
export const isScriptError = (error: unknown): boolean =>
  error instanceof ReplyError && SCRIPT_ERROR.test((error as Error).message)
const SCRIPT_ERROR = /^(ERR|WRONGTYPE) /

type OnMessage = (message: string, channel: string) => void

/**
 * Calls `onMessage` for each message of some channels. `subscriber` is a connection made with `waits`; it subscribes again after
 * a reconnection, and messages published meanwhile are lost.
 */
export function createSubscription(subscriber: Redis, channels: readonly string[], onMessage: OnMessage) {
  const listen = (channel: string, message: string): void => {
    if (channels.includes(channel)) onMessage(message, channel)
  }
  return {
    /** Resolves once Redis sends the messages. */
    async start(): Promise<void> {
      subscriber.on('message', listen)
      await subscriber.subscribe(...channels)
    },
    /** Does not unsubscribe: another subscription may use the channel, and a stop must not wait for Redis. */
    stop: (): void => void subscriber.off('message', listen),
  }
}

/** What the parts of a process share: its connections, log, metrics and clock. */
export interface Resources {
  readonly redis: Redis
  /** A connection that subscribes. */
  readonly subscriber: Redis
  readonly log: Log
  readonly metrics: Metrics
  readonly clock: Clock
}

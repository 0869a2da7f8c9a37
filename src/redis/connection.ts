import { randomUUID } from 'node:crypto'
import { Cluster, Redis as Server } from 'ioredis'
import { Failure, messageOf } from '../runtime/failure.ts'
import { type Log, logOutages } from '../runtime/log.ts'

const BEAT_MS = 3_000
const SUBSCRIBER_SILENT_MS_MAX = 10_000

/**
 * Keeps a connection that listens alive. It would never notice that the other side is gone (a power cut, a lost route):
 * this makes it speak every 3 s, and makes it anew when nothing is heard for 10 s. It ends with the connection.
 */
export function watchSubscriber(redis: Server | Cluster): void {
  keepSubscriptions(redis)
  const beat = redis instanceof Cluster ? beatOfCluster(redis) : beatOfServer(redis)
  const timer = setInterval(beat, BEAT_MS).unref()
  redis.once('end', () => clearInterval(timer))
}

/** ioredis forgets the channels of a connection that breaks while it subscribes again, and ends the process for it. */
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
    if (channels.size > 0) subscribe(...channels).catch(ignore) // broken off again: the next connection subscribes
  })
}

/** The time-out of the socket does the rest: it counts while an answer is owed. */
const beatOfServer = (redis: Server) => (): void => {
  if (redis.status === 'ready') redis.ping().catch(ignore)
}

/** ioredis gives the subscriber of a cluster no time-out, and no way to ask it: what any master publishes, it must hear. */
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

/** One Redis, or a cluster: everything that uses it is written for both. */
export type Redis = Server | Cluster

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_MS_MAX = 500
/** A server that owes an answer and says nothing for so long is gone: the connection is made anew. */
const SILENT_MS_MAX = 5_000
/** How soon a replica that took over from its master is found. */
const SLOTS_REFRESH_MS = 5_000

export interface RedisOptions {
  readonly urls: readonly string[]
  readonly log: Log
  /** Connections that wait for an answer (XREADGROUP, SUBSCRIBE) have no time-out, but notice a server that is gone. */
  readonly waits?: boolean
}

/** Connects and answers when ready. A server that is away later is called again and again; commands then fail at once. */
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
    throw new Failure(
      `Redis at ${urls.map(withoutPassword).join(', ')} cannot be used: ${outages.last() || messageOf(error)}. Start it, or correct REDIS_URL`,
    )
  }
}

const again = (times: number): number => Math.min(times * 50, RECONNECT_MS_MAX)

const limitsOf = (waits: boolean) => ({
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 0,
  socketTimeout: SILENT_MS_MAX,
  ...(waits ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
})

const createServer = (url: string, waits: boolean): Server =>
  new Server(url, {
    ...limitsOf(waits),
    lazyConnect: true,
    enableOfflineQueue: waits,
    retryStrategy: again,
    autoResubscribe: false, // watchSubscriber does
  })

/** Nodes that the first ones name are reached with the user, password and TLS of the first url. */
function createCluster(urls: readonly string[], waits: boolean): Cluster {
  const { protocol, username, password } = new URL(urls[0] ?? '')
  const cluster = new Cluster([...urls], {
    lazyConnect: true,
    clusterRetryStrategy: again,
    // What one master keeps fails at once while it is away, as with one server: the others' must not wait behind it.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    // Certificates are made out to names, which ioredis would turn into addresses.
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

/** A command may wait for the connection to one master, within its time-out, but not for the cluster: that has none. */
function failWhileAway(cluster: Cluster): void {
  const send = cluster.sendCommand.bind(cluster)
  cluster.sendCommand = (command, ...rest) => {
    // The client itself asks the cluster, with a command of that name, when it is ready.
    if (cluster.status === 'ready' || command.name === 'cluster') return send(command, ...rest)
    command.reject(new Error('the cluster is away'))
    return command.promise
  }
}

async function ready(redis: Redis): Promise<void> {
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const expired = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
  })
  // A cluster that was asked too early is ready at another try, of which the promise of `connect` hears nothing.
  const connected = new Promise<void>((done, failed) => {
    redis.once('ready', done)
    redis.connect().catch(failed)
  })
  await Promise.race([connected.then(() => greet(redis)), expired])
}

/** A node of a cluster is connected to at the first command: better now. One that is down must not keep us from the others. */
async function greet(redis: Redis): Promise<void> {
  const greeted = await Promise.allSettled(mastersOf(redis).map((server) => server.ping()))
  const [failed] = greeted.filter(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && greeted.every(({ status }) => status === 'rejected'))
    throw failed.reason
}

/** Each server that keeps a part of the data. */
export const mastersOf = (redis: Redis): readonly Server[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis]

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//')

/** Ends a connection, without waiting for answers that never come. */
export async function closeRedis(redis: Redis): Promise<void> {
  redis.disconnect()
}

/** Redis' own time in ms: the one clock that all processes share. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

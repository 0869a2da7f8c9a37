import { randomUUID } from 'node:crypto'
import { Cluster, type Redis as Server } from 'ioredis'

const BEAT_MS = 3_000
const SILENT_MS_MAX = 10_000

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
    if (performance.now() < heardAt + SILENT_MS_MAX) return
    heardAt = performance.now()
    redis.disconnect(true)
  }
}

const ignore = (): void => {}

import type { Cluster, Redis as Server } from 'ioredis'
import { messageOf } from './failure.ts'
import type { Log } from './log.ts'

const AGAIN_MS = 60_000

/** Logs that a server is away once, then once a minute, and when it is back; nothing before `begin`. */
export function logOutages(redis: Server | Cluster, log: Log) {
  const loggedAt = new Map<string, number>()
  let last = ''
  let begun = false

  function fail(error: unknown, server: string): void {
    last = messageOf(error)
    const before = loggedAt.get(server)
    if (!begun || (before !== undefined && performance.now() < before + AGAIN_MS)) return
    loggedAt.set(server, performance.now())
    log.warn({ server, err: last }, 'redis cannot be reached')
  }
  const recover = (server: string): void => {
    if (loggedAt.delete(server)) log.info({ server }, 'redis is back')
  }

  redis.on('error', (error: unknown) => fail(error, nameOf(redis)))
  redis.on('ready', () => recover(nameOf(redis)))
  redis.on('node error', fail)
  redis.on('+node', (node: Server) => node.on('ready', () => recover(nameOf(node))))
  return {
    begin: (): void => {
      begun = true
    },
    /** What went wrong last; empty if nothing did. */
    last: (): string => last,
  }
}

/** Host and port of a server; a cluster is one whose servers have names of their own. */
const nameOf = (redis: Server | Cluster): string =>
  'nodes' in redis ? 'cluster' : `${redis.options.host}:${redis.options.port}`

import { type Cluster, ReplyError, type Redis as Server } from 'ioredis'
import pino from 'pino'
import { MINUTE_MS } from '../domain/caracas.ts'

export type Log = pino.Logger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

const SECRET_LENGTH_MIN = 8
/** The form of Telegram's tokens, which are part of every URL of its API. */
const BOT_TOKEN = /(?<!\d)\d{3,20}:[A-Za-z0-9_-]{20,}/g

/** A log of JSON lines on stderr. `hide` adds secrets, which then read `[redacted]`, as bot tokens always do. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
) {
  const secrets = new Set<string>()
  const scrub = (line: string): string => {
    let clean = line.replace(BOT_TOKEN, '[redacted]')
    for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]')
    return clean
  }
  const log: Log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(scrub(line)) },
  )
  const hide = (...values: readonly (string | undefined)[]): void => {
    for (const value of values) {
      if (!value || value.length < SECRET_LENGTH_MIN) continue
      const inJson = JSON.stringify(value).slice(1, -1)
      for (const form of [value, inJson, encodeURIComponent(value)]) secrets.add(form)
    }
  }
  return { log, hide }
}

const AGAIN_MS = MINUTE_MS

/** Logs an outage of a server at once, then once a minute, and its end; nothing before `begin`. */
export function logOutages(redis: Server | Cluster, log: Log) {
  const loggedAt = new Map<string, number>()
  let last: unknown
  let begun = false

  function fail(error: unknown, server: string): void {
    if (!(last instanceof ReplyError)) last = error
    const before = loggedAt.get(server)
    if (!begun || (before !== undefined && performance.now() < before + AGAIN_MS)) return
    loggedAt.set(server, performance.now())
    log.warn({ server, err: messageOf(error) }, 'redis cannot be reached')
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
    /** What Redis said first, else the last error; undefined if there was none. */
    last: (): unknown => last,
  }
}

/** Host and port of a server, or `cluster`. */
const nameOf = (redis: Server | Cluster): string =>
  'nodes' in redis ? 'cluster' : `${redis.options.host}:${redis.options.port}`

/** An error that the operator can mend: its message says in one line what is wrong and what to do. Never a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.exitCode = exitCode
  }
}

/** The exit code of a program that no restart helps, as its configuration is wrong (sysexits.h): the units do not start it again. */
export const EX_CONFIG = 78

/** The message of an error, and the code of its cause: grammY keeps `ECONNREFUSED` in `error`. A cause's message may show the token. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'error' in error ? codeOf(error.error) : undefined
  return code ? `${error.message} (${code})` : error.message
}

/** The `code` of a system error (`EADDRINUSE`, `ENOENT`), if it is one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Logs an error as a warning with this text: what `catch` of a promise takes. */
export const warnOf =
  (log: Pick<Log, 'warn'>, text: string) =>
  (error: unknown): void =>
    log.warn({ err: messageOf(error) }, text)

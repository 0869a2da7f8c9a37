import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Day } from '../../rates/caracas.ts'
import { formatDatetime, formatIso, formatLastUpdate } from '../../rates/moment.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../latest-quotes.ts'

export type FormatDate = 'default' | 'iso' | 'timestamp'

/** The forms of `last_update`. */
export const FORMATS: Readonly<Record<FormatDate, (instantMs: number) => string>> = {
  default: formatLastUpdate,
  iso: formatIso,
  timestamp: (instantMs) => String(Math.floor(instantMs / 1000)),
}

/** Caches must ask each time, because the `datetime` of an answer may be 1 s old at most. */
const CACHE_CONTROL = { anyone: 'public, no-cache', caller: 'private, no-cache' } as const

/** A body: the JSON before and after its `datetime`, and the form of that. Without `datetime`, `before` is all of it. */
export interface Content {
  readonly before: string
  readonly datetime?: 'long' | 'iso'
  readonly after?: string
  readonly isSimulated: boolean
  /** The day whose price it was made with, where a day was asked for: the header `X-Price-Date`. */
  readonly priceDay?: Day
  /** Who may cache it: anyone, or the caller alone. */
  readonly keptBy: keyof typeof CACHE_CONTROL
}

/** An answer ready to be sent; `body` is the one of `second`. */
export interface Answer {
  readonly content: Content
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  second: number
  body: string | Buffer
}

/** The `etag` covers everything but `datetime`. */
export function toAnswer(content: Content): Answer {
  const { before, after = '', isSimulated, priceDay, keptBy } = content
  const etag = `W/"${hash('sha1', before + after, 'base64url')}${isSimulated ? '-s' : ''}"`
  const headers = {
    etag,
    'cache-control': CACHE_CONTROL[keptBy],
    ...(isSimulated && { 'x-simulated': 'true' }),
    ...(priceDay !== undefined && { 'x-price-date': priceDay }),
  }
  return { content, etag, headers, second: -1, body: before }
}

interface Reply {
  headers(values: Record<string, string>): unknown
  header(name: string, value: string): unknown
  code(status: number): unknown
  send(payload?: unknown): unknown
}

/** Sends an answer as of now, or 304 where the client has it already. */
export function sendAnswer(request: FastifyRequest, reply: Reply, answer: Answer, now: Datetimes): void {
  reply.headers(answer.headers)
  if (isKnown(request.headers['if-none-match'], answer.etag)) {
    reply.code(304)
    reply.send()
    return
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(bodyOf(answer, now()))
}

function bodyOf(answer: Answer, { second, ...forms }: ReturnType<Datetimes>): Answer['body'] {
  const { before, datetime, after = '' } = answer.content
  if (datetime !== undefined && answer.second !== second) {
    answer.second = second
    answer.body = Buffer.from(before + forms[datetime] + after)
  }
  return answer.body
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

/** Makes the `datetime` of answers as JSON, in both forms, once a second. */
export function createDatetimes(clock: Clock) {
  let second = -1
  let made = { second, long: '', iso: '' }
  return function now(): typeof made {
    second = Math.floor(clock() / 1000)
    if (second === made.second) return made
    const at = second * 1000
    made = { second, long: JSON.stringify(formatDatetime(at)), iso: JSON.stringify(formatIso(at)) }
    return made
  }
}

export type Datetimes = ReturnType<typeof createDatetimes>

/** Keeps values that hold until a version changes; at most `max` of them. */
export function createVersioned<Value extends NonNullable<unknown>>(version: () => number, max: number) {
  const values = new LRUCache<string, Value>({ max })
  let versionOf = -1
  const current = (): typeof values => {
    if (versionOf !== version()) {
      versionOf = version()
      values.clear()
    }
    return values
  }
  return {
    get: (key: string): Value | undefined => current().get(key),
    /** Keeps a value made from a version, unless that version has changed meanwhile. */
    put(key: string, value: Value, madeOf: number): Value {
      const now = current()
      if (madeOf === versionOf) now.set(key, value)
      return value
    },
  }
}

const ANSWERS_MAX = 1_000
const ADDRESS_LENGTH_MAX = 256
/** A history of ten years has 400 kB: with this limit all kept answers have 32 MB at most. */
const CONTENT_LENGTH_MAX = 32 * 1024

export interface ReadyAnswersDeps {
  readonly latest: Pick<LatestQuotes, 'version'>
  readonly clock: Clock
}

type ReadyReply = Parameters<typeof sendAnswer>[1]

/** Keeps answers by their url. They change only when a price does, so each is made once a version. */
export function createReadyAnswers({ latest, clock }: ReadyAnswersDeps) {
  const now = createDatetimes(clock)
  const answers = createVersioned<Answer>(latest.version, ANSWERS_MAX)

  /** A hook for after `auth.admit`: sends a kept answer before anything is parsed. */
  function sendReady(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = answers.get(request.url)
    if (answer) sendAnswer(request, reply, answer, now)
    else done()
  }

  const keep = (url: string, answer: Answer, madeOf: number): void => {
    const { before, after = '' } = answer.content
    const isSmall = url.length <= ADDRESS_LENGTH_MAX && before.length + after.length <= CONTENT_LENGTH_MAX
    if (isSmall) answers.put(url, answer, madeOf)
  }

  /** Sends an answer that was made from a version, and keeps it. */
  function send(
    request: FastifyRequest,
    reply: ReadyReply,
    content: Content,
    madeOf = latest.version(),
  ): void {
    const answer = toAnswer(content)
    keep(request.url, answer, madeOf)
    sendAnswer(request, reply, answer, now)
  }

  return { sendReady, send }
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>

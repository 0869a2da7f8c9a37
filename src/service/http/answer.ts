import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Day } from '../../domain/caracas.ts'
import { formatDatetime, formatIso, formatLastUpdate } from '../../domain/moment.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../history/latest.ts'
import type { Auth } from './auth.ts'

export type FormatDate = 'default' | 'iso' | 'timestamp'

/** The forms of `last_update`. */
export const FORMATS: Readonly<Record<FormatDate, (instantMs: number) => string>> = {
  default: formatLastUpdate,
  iso: formatIso,
  timestamp: (instantMs) => String(Math.floor(instantMs / 1000)),
}

/** Caches must ask each time, because the `datetime` of an answer may be 1 s old at most. */
const CACHE_CONTROL = { anyone: 'public, no-cache', caller: 'private, no-cache' } as const

/** Pages of any origin may read prices. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Simulated, Retry-After',
}
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

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

/** An answer ready to be sent; `body` and `head` are those of `second`. */
export interface Answer {
  readonly content: Content
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  second: number
  /** The bytes of the body, a character each: Node joins a string to the headers, and sends both by one plain write. */
  body: string
  /** All headers of a 200, for a caller whom Fastify does not see. */
  head: Record<string, string | number>
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
  const answer = { content, etag, headers, second: -1, body: '', head: {} }
  putBody(answer, before + after)
  return answer
}

function putBody(answer: Answer, text: string): void {
  const bytes = Buffer.from(text)
  answer.body = bytes.toString('latin1')
  answer.head = { ...ANY_ORIGIN, ...answer.headers, ...JSON_TYPE, 'content-length': bytes.length }
}

interface Reply {
  headers(values: Record<string, string>): unknown
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
  reply.headers(JSON_TYPE)
  reply.send(Buffer.from(asOf(now(), answer).body, 'latin1'))
}

/** The same without Fastify, which costs as much as Node's own work for a request. */
function writeAnswer(
  ifNoneMatch: string | undefined,
  response: ServerResponse,
  answer: Answer,
  now: Datetimes,
): void {
  if (isKnown(ifNoneMatch, answer.etag)) {
    response.writeHead(304, { ...ANY_ORIGIN, ...answer.headers }).end()
    return
  }
  const { head, body } = asOf(now(), answer)
  response.writeHead(200, head).end(body, 'latin1')
}

function asOf(forms: ReturnType<Datetimes>, answer: Answer): Answer {
  const { before, datetime, after = '' } = answer.content
  if (datetime !== undefined && answer.second !== forms.second) {
    answer.second = forms.second
    putBody(answer, before + forms[datetime] + after)
  }
  return answer
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

type Datetimes = ReturnType<typeof createDatetimes>

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

interface ReadyAnswersDeps {
  readonly latest: Pick<LatestQuotes, 'version'>
  readonly admitAtOnce: Auth['admitAtOnce']
  readonly clock: Clock
}

type ReadyReply = Parameters<typeof sendAnswer>[1]

/** Keeps answers by their url. They change only when a price does, so each is made once a version. */
export function createReadyAnswers({ latest, admitAtOnce, clock }: ReadyAnswersDeps) {
  const now = createDatetimes(clock)
  const answers = createVersioned<Answer>(latest.version, ANSWERS_MAX)

  /** A hook for after `auth.admit`: sends a kept answer before anything is parsed. */
  function sendReady(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = answers.get(request.url)
    if (answer) sendAnswer(request, reply, answer, now)
    else done()
  }

  /** Answers before Fastify where that takes no waiting: a kept answer, to a known caller within its limits. Tells whether it did. */
  function answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const answer = request.method === 'GET' ? answers.get(request.url ?? '') : undefined
    if (!answer || !admitAtOnce(request, answer.content.keptBy === 'caller')) return false
    writeAnswer(request.headers['if-none-match'], response, answer, now)
    return true
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

  return { answerAtOnce, sendReady, send }
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>

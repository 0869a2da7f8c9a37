import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Day } from '../../domain/caracas.ts'
import { formatDatetime, formatIso, formatLastUpdate } from '../../domain/moment.ts'
import type { Clock } from '../../runtime/clock.ts'

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
export function writeAnswer(
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

export type Datetimes = ReturnType<typeof createDatetimes>

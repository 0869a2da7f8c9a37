import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Day, formatDatetime, formatIso, formatLastUpdate } from '../../domain/caracas.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../history/latest.ts'

type FormatDate = 'default' | 'iso' | 'timestamp'

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

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

interface Answer {
  readonly content: Content
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as of the second that it names: its bytes, a character each, as Node sends such a string with the headers in one write. */
  sent: { readonly second: number; readonly body: string }
}

const lengthOf = ({ before, after = '' }: Content): number => before.length + after.length

/** The `etag` covers everything but `datetime`. */
function toAnswer(content: Content): Answer {
  const { before, after = '', isSimulated, priceDay, keptBy } = content
  const etag = `W/"${hash('sha1', before + after, 'base64url')}${isSimulated ? '-s' : ''}"`
  const headers = {
    ...ANY_ORIGIN,
    etag,
    'cache-control': CACHE_CONTROL[keptBy],
    ...(isSimulated && { 'x-simulated': 'true' }),
    ...(priceDay !== undefined && { 'x-price-date': priceDay }),
  }
  return { content, etag, headers, sent: { second: -1, body: '' } }
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

function asOf(now: Datetimes, answer: Answer): Answer['sent'] {
  if (answer.sent.second === now.second) return answer.sent
  const { before, datetime, after = '' } = answer.content
  const text = datetime === undefined ? before : before + now[datetime] + after
  answer.sent = { second: now.second, body: Buffer.from(text).toString('latin1') }
  return answer.sent
}

type Datetimes = Readonly<{ second: number } & Record<NonNullable<Content['datetime']>, string>>

/** Makes the `datetime` of answers as JSON, in both forms, once a second. */
function createDatetimes(clock: Clock) {
  let made = { second: -1, long: '', iso: '' }
  return (): Datetimes => {
    const second = Math.floor(clock() / 1000)
    if (second === made.second) return made
    const at = second * 1000
    made = { second, long: JSON.stringify(formatDatetime(at)), iso: JSON.stringify(formatIso(at)) }
    return made
  }
}

const URL_LENGTH_MAX = 256
/** A history of ten years has 400 kB: it is made anew each time. */
const ANSWER_CHARS_MAX = 32 * 1024
const ANSWERS_CHARS_MAX = 32 * 1024 * 1024

interface AnswersDeps {
  readonly latest: Pick<LatestQuotes, 'version'>
  readonly clock: Clock
}

/** Sends answers, and keeps them by their url: they change only when a price does, so each is made once a version. */
export function createAnswers({ latest, clock }: AnswersDeps) {
  const datetimes = createDatetimes(clock)
  const kept = new LRUCache<string, Answer>({
    maxSize: ANSWERS_CHARS_MAX,
    maxEntrySize: ANSWER_CHARS_MAX,
    sizeCalculation: ({ content }, url) => url.length + lengthOf(content),
  })
  let version = latest.version()

  function keptAnswers(): typeof kept {
    if (version !== latest.version()) {
      version = latest.version()
      kept.clear()
    }
    return kept
  }

  /** Sends an answer as of now, or 304 where the client has it already. Past Fastify, whose sending takes as long as Node's. */
  function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    const { etag, headers } = answer
    reply.hijack()
    if (isKnown(request.headers['if-none-match'], etag)) {
      reply.raw.writeHead(304, headers).end()
      return
    }
    const { body } = asOf(datetimes(), answer)
    reply.raw.writeHead(200, { ...headers, ...JSON_TYPE, 'content-length': body.length }).end(body, 'latin1')
  }

  return {
    /** A hook for after `auth.admit`: sends a kept answer before anything is parsed. */
    sendKept(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const answer = keptAnswers().get(request.url)
      if (answer) sendAnswer(request, reply, answer)
      else done()
    },
    /** Sends an answer whose making has just begun, and keeps it while no newer version is known. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      content: Content | Promise<Content>,
    ): Promise<void> {
      const madeOf = latest.version()
      const answer = toAnswer(await content)
      const answers = keptAnswers()
      if (madeOf === version && request.url.length <= URL_LENGTH_MAX) answers.set(request.url, answer)
      sendAnswer(request, reply, answer)
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Day, formatIso, formatLastUpdate } from '../../domain/caracas.ts'
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

/** A body, and what its headers say. */
export interface Content {
  /** The JSON of the body; where it has a `datetime`, what follows that. */
  readonly json: string
  /** Formats the `datetime`, which is that of the sending. */
  readonly datetime?: (instantMs: number) => unknown
  readonly isSimulated: boolean
  /** The day whose price it was made with, where a day was asked for: the header `X-Price-Date`. */
  readonly priceDay?: Day
  /** Who may cache it: anyone, or the caller alone. */
  readonly keptBy: keyof typeof CACHE_CONTROL
}

const JSON_TYPE = 'application/json; charset=utf-8'

interface Answer {
  readonly content: Content
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** The `etag` covers everything but `datetime`. */
function toAnswer(content: Content): Answer {
  const { json, isSimulated, priceDay, keptBy } = content
  const etag = `W/"${hash('sha1', json, 'base64url')}${isSimulated ? '-s' : ''}"`
  const headers = {
    etag,
    'cache-control': CACHE_CONTROL[keptBy],
    ...(isSimulated && { 'x-simulated': 'true' }),
    ...(priceDay !== undefined && { 'x-price-date': priceDay }),
  }
  return { content, etag, headers }
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

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
  const kept = new LRUCache<string, Answer>({
    maxSize: ANSWERS_CHARS_MAX,
    maxEntrySize: ANSWER_CHARS_MAX,
    sizeCalculation: ({ content }, url) => url.length + content.json.length,
  })
  let version = latest.version()

  function keptAnswers(): typeof kept {
    if (version !== latest.version()) {
      version = latest.version()
      kept.clear()
    }
    return kept
  }

  /** Sends an answer as of now, or 304 where the client has it already. */
  function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    const { etag, headers, content } = answer
    reply.headers(headers)
    if (isKnown(request.headers['if-none-match'], etag)) {
      reply.code(304).send()
      return
    }
    const { json, datetime } = content
    const text = datetime ? `{"datetime":${JSON.stringify(datetime(clock()))},${json}` : json
    reply.type(JSON_TYPE).send(text)
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

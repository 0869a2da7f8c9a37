import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { formatDatetime, formatIso } from '../../rates/moment.ts'
import type { Clock } from '../../runtime/clock.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Caches ask each time: an answer says when it was made, and that may be 1 s ago at most. */
export const CACHED = { shared: 'public, no-cache', own: 'private, no-cache' } as const

/** A body that is ready to be sent. `etag` covers everything in it but `datetime`. */
export interface Answer {
  readonly body: string | Buffer
  readonly etag: string
  readonly isSimulated: boolean
}

interface Reply {
  header(name: string, value: string): unknown
  code(status: number): unknown
  send(payload?: unknown): unknown
}

/** Sends an answer, or 304 where the client has it already. */
export function sendAnswer(
  request: FastifyRequest,
  reply: Reply,
  answer: Answer,
  cacheControl: string,
): void {
  reply.header('etag', answer.etag)
  reply.header('cache-control', cacheControl)
  if (answer.isSimulated) reply.header('x-simulated', 'true')
  if (isKnown(request.headers['if-none-match'], answer.etag)) {
    reply.code(304)
    reply.send()
    return
  }
  reply.header('content-type', JSON_TYPE)
  reply.send(answer.body)
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

/** A weak tag of what an answer says. */
export const etagOf = (content: string, isSimulated: boolean): string =>
  `W/"${hash('sha1', content, 'base64url')}${isSimulated ? '-s' : ''}"`

/** `datetime` as JSON, in the two forms that answers have; made once a second. */
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

/** Answers that stay right until a version changes; at most `max` of them are kept. */
export function createVersioned<Kept>(version: () => number, max: number) {
  const kept = new Map<string, Kept>()
  let of = -1
  const fresh = (): Map<string, Kept> => {
    if (of !== version()) {
      of = version()
      kept.clear()
    }
    return kept
  }
  return {
    get: (key: string): Kept | undefined => fresh().get(key),
    /** Keeps what was made of that version; what is older by now is not kept. */
    put(key: string, value: Kept, madeOf: number): Kept {
      const now = fresh()
      if (madeOf !== of) return value
      const [oldest] = now.keys()
      if (now.size >= max && oldest !== undefined) now.delete(oldest)
      now.set(key, value)
      return value
    },
  }
}

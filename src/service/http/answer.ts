import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { formatDatetime, formatIso } from '../../rates/moment.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../history/stored-monitor.ts'

/** Caches ask each time: an answer says when it was made, and that may be 1 s ago at most. */
const CACHE_CONTROL = { anyone: 'public, no-cache', caller: 'private, no-cache' } as const

/** What an answer says: JSON around the `datetime` of its form. Without one, `before` is all of it. */
export interface Content {
  readonly before: string
  readonly datetime?: 'long' | 'iso'
  readonly after?: string
  readonly isSimulated: boolean
  /** Who may keep it. */
  readonly keptBy: keyof typeof CACHE_CONTROL
}

/** An answer ready to be sent; `body` is that of `second`. */
export interface Answer {
  readonly content: Content
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  second: number
  body: string | Buffer
}

/** The `etag` covers everything but `datetime`. */
export function toAnswer(content: Content): Answer {
  const { before, after = '', isSimulated, keptBy } = content
  const etag = `W/"${hash('sha1', before + after, 'base64url')}${isSimulated ? '-s' : ''}"`
  const headers = {
    etag,
    'cache-control': CACHE_CONTROL[keptBy],
    ...(isSimulated && { 'x-simulated': 'true' }),
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
export function createVersioned<Kept extends NonNullable<unknown>>(version: () => number, max: number) {
  const answers = new LRUCache<string, Kept>({ max })
  let of = -1
  const fresh = (): LRUCache<string, Kept> => {
    if (of !== version()) {
      of = version()
      answers.clear()
    }
    return answers
  }
  return {
    get: (key: string): Kept | undefined => fresh().get(key),
    /** Keeps what was made of that version; what is older by now is not kept. */
    put(key: string, value: Kept, madeOf: number): Kept {
      const now = fresh()
      if (madeOf !== of) return value
      now.set(key, value)
      return value
    },
  }
}

const ANSWERS_MAX = 1_000
const ADDRESS_LENGTH_MAX = 256
/** History of ten years is 400 kB: what is kept is bounded in all. */
const CONTENT_LENGTH_MAX = 32 * 1024

export interface ReadyAnswersDeps {
  readonly latest: Pick<LatestQuotes, 'version'>
  readonly clock: Clock
}

type ReadyReply = Parameters<typeof sendAnswer>[1]

/** Answers change only when a price does: each is made once a version and then sent again as it is, by its url. */
export function createReadyAnswers({ latest, clock }: ReadyAnswersDeps) {
  const now = createDatetimes(clock)
  const chatState = createVersioned<Answer>(latest.version, ANSWERS_MAX)

  /** A hook, after callers were let in: sends what is ready before anything is parsed. */
  function sendReady(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = chatState.get(request.url)
    if (answer) sendAnswer(request, reply, answer, now)
    else done()
  }

  const keep = (url: string, answer: Answer, madeOf: number): void => {
    const { before, after = '' } = answer.content
    const isSmall = url.length <= ADDRESS_LENGTH_MAX && before.length + after.length <= CONTENT_LENGTH_MAX
    if (isSmall) chatState.put(url, answer, madeOf)
  }

  /** Sends what was made of a version, and keeps it. */
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

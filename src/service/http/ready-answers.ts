import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../latest-quotes.ts'
import { type Answer, type Content, createDatetimes, sendAnswer, toAnswer, writeAnswer } from './answer.ts'
import type { Auth } from './auth.ts'

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

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../runtime/clock.ts'
import type { LatestQuotes } from '../latest.ts'
import {
  type Answer,
  type Content,
  createDatetimes,
  createVersioned,
  sendAnswer,
  toAnswer,
} from './answer.ts'

const ANSWERS_MAX = 1_000
const ADDRESS_LENGTH_MAX = 256
/** History of ten years is 400 kB: what is kept is bounded in all. */
const CONTENT_LENGTH_MAX = 32 * 1024

export interface ReadyAnswersDeps {
  readonly latest: Pick<LatestQuotes, 'version'>
  readonly clock: Clock
}

type Reply = Parameters<typeof sendAnswer>[1]

/** Answers change only when a price does: each is made once a version and then sent again as it is, by its url. */
export function createReadyAnswers({ latest, clock }: ReadyAnswersDeps) {
  const now = createDatetimes(clock)
  const kept = createVersioned<Answer>(latest.version, ANSWERS_MAX)

  /** A hook, after callers were let in: sends what is ready before anything is parsed. */
  function sendReady(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = kept.get(request.url)
    if (answer) sendAnswer(request, reply, answer, now)
    else done()
  }

  const keep = (url: string, answer: Answer, madeOf: number): void => {
    const { before, after = '' } = answer.content
    const isSmall = url.length <= ADDRESS_LENGTH_MAX && before.length + after.length <= CONTENT_LENGTH_MAX
    if (isSmall) kept.put(url, answer, madeOf)
  }

  /** Sends what was made of a version, and keeps it. */
  function send(request: FastifyRequest, reply: Reply, content: Content, madeOf = latest.version()): void {
    const answer = toAnswer(content)
    keep(request.url, answer, madeOf)
    sendAnswer(request, reply, answer, now)
  }

  return { sendReady, send }
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRedisAway } from '../../redis/connection.ts'
import { codeOf, type Log } from '../../runtime/log.ts'
import { PROBLEM_TYPE, Problem, problemJson, tryLater } from '../problems.ts'

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  408: 'The request took too long.',
  413: 'The body is over 16 KiB.',
  415: 'The body must be application/json.',
  431: 'The headers are too large.',
}

/** Sends a Problem in the form of RFC 9457. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(problemJson(problem.status, problem.message, problem.extra))
}

/** Turns what a request threw into a Problem without anything internal, and logs what is our fault. */
export function problemOf(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error
  const { validation, validationContext, statusCode = 500 } = error as Partial<FastifyError>
  if (validation) return invalid(validationContext ?? '', validation)
  if (statusCode < 500) return new Problem(statusCode, DETAILS[statusCode] ?? DETAILS[400] ?? '')
  log.error({ err: error }, 'request failed')
  if (isRedisAway(error)) return tryLater(503, 'The service cannot reach its data: try again.', 5)
  return new Problem(500, 'Something went wrong here.')
}

/** A body that is JSON and breaks its rules is 422, a bad path or query 400. */
function invalid(context: string, issues: NonNullable<FastifyError['validation']>): Problem {
  const said = issues.map(({ instancePath, message }) => {
    const name = instancePath.split('/').filter(Boolean).join('.')
    return `${name || context} ${message ?? 'is not valid'}`
  })
  return new Problem(context === 'body' ? 422 : 400, `${[...new Set(said)].join('; ')}.`)
}

/** Refuses what Fastify cannot route: a path that cannot be decoded, a segment that is too long. */
export function refuseUnread(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void sendProblem(reply, new Problem(400, DETAILS[400] ?? ''))
}

const CLIENT_STATUSES: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** A client has this time to read its refusal and to close; Node itself would hold the socket of one that never closes. */
const REFUSAL_MS_MAX = 1_000

/** Refuses what Node cannot read as HTTP. */
export function refuseSocket(error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = CLIENT_STATUSES.get(codeOf(error)) ?? 400
  const body = problemJson(status, DETAILS[status] ?? '')
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), REFUSAL_MS_MAX)
}

/** Answers 404, or 405 with `Allow` where the path has other methods. Call it before any route is added. */
export function addNotFound(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`)
    const route = routes.get(url) ?? { pattern, methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const routesHere = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    const methods = new Set(routesHere.flatMap((route) => [...route.methods]))
    // A route may deny that it is there, as that of the metrics does.
    if (methods.size === 0 || methods.has(request.method))
      return sendProblem(reply, new Problem(404, 'There is nothing at this path.'))
    const allow = [...methods].sort().join(', ')
    const detail = `${request.method} is not possible here, only ${allow}.`
    return sendProblem(reply, new Problem(405, detail, { headers: { allow } }))
  })
}

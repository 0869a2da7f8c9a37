import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../runtime/log.ts'
import { BotApiError } from './bot-api-error.ts'
import { createCall, type RawCall, type Upload } from './call.ts'
import { addFormParser, isForm, readForm } from './form.ts'
import { answerMethods } from './methods/answers.ts'
import { chatMethods } from './methods/chats.ts'
import { editMethods } from './methods/edits.ts'
import { fileMethods } from './methods/files.ts'
import { messageMethods } from './methods/messages.ts'
import type { Method, Methods } from './methods/method.ts'
import { profileMethods } from './methods/profile.ts'
import { readingMethods } from './methods/reading.ts'
import type { State } from './state.ts'
import type { Webhook } from './webhook.ts'

const BODY_BYTES_MAX = 12 * 1024 * 1024

/** What the Bot API works with. */
export interface BotApiOptions {
  readonly state: State
  readonly webhook: Webhook
  readonly log: Log
  /** Told of every call that was carried out or refused. */
  readonly onCall: (method: string, code: number) => void
}

interface Route {
  Params: { token: string; method: string }
  Querystring: Record<string, unknown>
}

/** The Bot API as Telegram speaks it: `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
export async function addBotApi(app: FastifyInstance, options: BotApiOptions): Promise<void> {
  const { state, webhook } = options
  const methods = byLowerCase({
    ...readingMethods(state, webhook),
    ...messageMethods(state),
    ...editMethods(state),
    ...answerMethods(state),
    ...profileMethods(state),
    ...chatMethods(state),
    ...fileMethods(state),
  })
  const find = (name: string): Method => {
    const method = methods.get(name.toLowerCase())
    if (!method) throw new BotApiError(404, 'Not Found')
    return method
  }
  const none: ReadonlyMap<string, Upload> = new Map()
  webhook.onAnswer(async (name, raw) => find(name)(createCall(raw, none, new AbortController().signal)))
  const answerError = errorHandler(options)

  await app.register(async (scope) => {
    addFormParser(scope)
    scope.setErrorHandler(answerError)
    scope.setNotFoundHandler(() => {
      throw new BotApiError(404, 'Not Found')
    })
    scope.route<Route>({
      method: ['GET', 'POST'],
      url: '/bot:token/:method',
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        if (request.params.token !== state.botToken) throw new BotApiError(401, 'Unauthorized')
        const method = find(request.params.method)
        const { raw, uploads } = await parametersOf(request)
        const result = await method(createCall(raw, uploads, hangUp(reply)))
        options.onCall(request.params.method.toLowerCase(), 200)
        return { ok: true, result }
      },
    })
    addDownload(scope, state)
  })
}

function addDownload(scope: FastifyInstance, { botToken, files }: State): void {
  scope.get<{ Params: { token: string; '*': string } }>('/file/bot:token/*', (request, reply) => {
    if (request.params.token !== botToken) throw new BotApiError(401, 'Unauthorized')
    const file = files.byPath(request.params['*'])
    if (!file) throw new BotApiError(404, 'Not Found')
    return reply.type('application/octet-stream').send(file.bytes)
  })
}

function byLowerCase(methods: Methods): ReadonlyMap<string, Method> {
  return new Map(Object.entries(methods).map(([name, method]) => [name.toLowerCase(), method]))
}

async function parametersOf({ body, query }: FastifyRequest<Route>): Promise<{
  raw: RawCall
  uploads: ReadonlyMap<string, Upload>
}> {
  if (isForm(body)) {
    const { fields, uploads } = await readForm(body)
    return { raw: { ...query, ...fields }, uploads }
  }
  const json = typeof body === 'object' && body !== null ? body : {}
  return { raw: { ...query, ...json }, uploads: new Map() }
}

function hangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.on('close', () => controller.abort())
  return controller.signal
}

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

function errorHandler({ log, onCall }: BotApiOptions): ErrorHandler {
  return (error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code >= 500) log.error({ err: error }, 'a Bot API call failed in the sandbox')
    const { method = '' } = request.params as { method?: string }
    onCall([401, 404].includes(refusal.code) ? 'unknown' : method.toLowerCase(), refusal.code)
    return reply.code(refusal.code).send({
      ok: false,
      error_code: refusal.code,
      description: refusal.message,
      ...(refusal.parameters && { parameters: refusal.parameters }),
    })
  }
}

function refusalOf(error: unknown): BotApiError {
  if (error instanceof BotApiError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new BotApiError(413, 'Request Entity Too Large')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new BotApiError(400, "Bad Request: can't parse the body of the request")
  return new BotApiError(500, 'Internal Server Error')
}

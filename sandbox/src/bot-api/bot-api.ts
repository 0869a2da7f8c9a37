import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addFormParser, createCall, type Methods, type Parameters, parametersOf } from '../call.ts'
import { BotApiError } from '../errors.ts'
import type { State } from '../state.ts'
import type { Log } from '../surroundings.ts'
import { answerMethods } from './methods/answers.ts'
import { chatMethods } from './methods/chats.ts'
import { messageMethods } from './methods/messages.ts'
import { profileMethods } from './methods/profile.ts'
import { readingMethods } from './methods/reading.ts'
import type { Webhook } from './webhook.ts'

const BODY_BYTES_MAX = 12 * 1024 * 1024

/** Every method of the Bot API that the sandbox supports, by name. */
const allMethods = (state: State, webhook: Webhook): Methods => ({
  ...readingMethods(state, webhook),
  ...messageMethods(state),
  ...answerMethods(state),
  ...profileMethods(state),
  ...chatMethods(state),
})

/** What the routes of the Bot API need. */
export interface BotApiOptions {
  readonly state: State
  readonly webhook: Webhook
  readonly log: Log
  /** Called for every call that was carried out or refused. */
  readonly onCall: (method: string, code: number) => void
}

/** Parameters of the calls in progress, for the record of calls. */
const parametersByRequest = new WeakMap<FastifyRequest, Parameters>()

interface Route {
  Params: { token: string; method: string }
  Querystring: Record<string, unknown>
}

/** The Bot API as Telegram speaks it: `/bot<token>/<method>`. */
export async function addBotApi(app: FastifyInstance, options: BotApiOptions): Promise<void> {
  const { state, webhook, log, onCall } = options
  const methods = new Map(
    Object.entries(allMethods(state, webhook)).map(([name, method]) => [name.toLowerCase(), method]),
  )
  /** Records a call with its answer; a successful getUpdates is left out, as it repeats all the time. */
  function record(request: FastifyRequest, code: number, answer: unknown): void {
    const { method = '' } = request.params as { method?: string }
    onCall(code === 401 || code === 404 ? 'unknown' : method.toLowerCase(), code)
    if (method.toLowerCase() === 'getupdates' && code === 200) return
    const { raw, uploads = new Map<string, never>() } = parametersByRequest.get(request) ?? {}
    const files = [...uploads].map(([part, { bytes }]) => [part, `<${bytes.length} bytes>`])
    const sent = { ...raw, ...Object.fromEntries(files) }
    state.calls.record({ kind: 'call', name: method, code, sent, answer })
  }

  await app.register(async (scope) => {
    addFormParser(scope)
    scope.setErrorHandler((error, request, reply) => {
      const { code, message, parameters } = refusalOf(error)
      if (code === 500) log.error({ err: error }, 'a Bot API call failed in the sandbox')
      const answer = { ok: false, error_code: code, description: message, ...(parameters && { parameters }) }
      record(request, code, answer)
      return reply.code(code).send(answer)
    })
    scope.setNotFoundHandler(() => {
      throw new BotApiError(404, 'Not Found')
    })
    scope.route<Route>({
      method: ['GET', 'POST'],
      url: '/bot:token/:method',
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        if (request.params.token !== state.botToken) throw new BotApiError(401, 'Unauthorized')
        const method = methods.get(request.params.method.toLowerCase())
        if (!method) throw new BotApiError(404, 'Not Found: method not found')
        const parameters = parametersOf(request)
        parametersByRequest.set(request, parameters)
        const signal = abortedOnClose(reply)
        await state.faults.apply(request.params.method, signal)
        const result = await method(createCall(parameters, signal))
        record(request, 200, result)
        if (state.faults.active.lose_answers) reply.raw.destroy()
        return { ok: true, result }
      },
    })
  })
}

function abortedOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.on('close', () => controller.abort())
  return controller.signal
}

function refusalOf(error: unknown): BotApiError {
  if (error instanceof BotApiError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new BotApiError(413, 'Request Entity Too Large')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new BotApiError(400, "Bad Request: can't parse the body of the request")
  return new BotApiError(500, 'Internal Server Error')
}

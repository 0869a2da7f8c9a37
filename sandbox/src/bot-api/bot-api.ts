import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addFormParser, createCall, type Methods, parametersOf } from '../call.ts'
import { Refusal } from '../errors.ts'
import type { State } from '../state.ts'
import { answerMethods } from './methods/answers.ts'
import { chatMethods } from './methods/chats.ts'
import { messageMethods } from './methods/messages.ts'
import { profileMethods } from './methods/profile.ts'
import { readingMethods } from './methods/reading.ts'

const BODY_BYTES_MAX = 12 * 1024 * 1024

/** The Bot API as Telegram speaks it: `/bot<token>/<method>`. */
export async function addBotApi(app: FastifyInstance, state: State): Promise<void> {
  const all: Methods = {
    ...readingMethods(state),
    ...messageMethods(state),
    ...answerMethods(state),
    ...profileMethods(state),
    ...chatMethods(state),
  }
  const methods = new Map(Object.entries(all).map(([name, method]) => [name.toLowerCase(), method]))
  /** Records a call with its answer; a successful getUpdates is left out, as it repeats all the time. */
  function record(request: FastifyRequest, code: number, answer: unknown): void {
    const { method: name = '' } = request.params as { method?: string }
    state.onCall?.(code === 401 || code === 404 ? 'unknown' : name.toLowerCase(), code)
    if (name.toLowerCase() === 'getupdates' && code === 200) return
    const sent = Object.entries(parametersOf(request)).map(([part, value]) => [
      part,
      value instanceof File ? `<${value.size} bytes>` : value,
    ])
    state.calls.record({ kind: 'call', name, code, sent: Object.fromEntries(sent), answer })
  }

  await app.register(async (scope) => {
    addFormParser(scope)
    scope.setErrorHandler((error, request, reply) => {
      const { code, message, parameters } = refusalOf(error)
      if (code === 500) state.log.error({ err: error }, 'a Bot API call failed in the sandbox')
      const answer = { ok: false, error_code: code, description: message, ...(parameters && { parameters }) }
      record(request, code, answer)
      return reply.code(code).send(answer)
    })
    scope.setNotFoundHandler(() => {
      throw new Refusal(404, 'Not Found')
    })
    scope.route({
      method: ['GET', 'POST'],
      url: '/bot:token/:method',
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const { token, method: name } = request.params as Readonly<Record<'token' | 'method', string>>
        if (token !== state.botToken) throw new Refusal(401, 'Unauthorized')
        const method = methods.get(name.toLowerCase())
        if (!method) throw new Refusal(404, 'Not Found: method not found')
        const hungUp = new AbortController()
        reply.raw.on('close', () => hungUp.abort())
        await state.faults.apply(name, hungUp.signal)
        const result = await method(createCall(parametersOf(request), hungUp.signal))
        record(request, 200, result)
        if (state.faults.active.lose_answers) reply.raw.destroy()
        return { ok: true, result }
      },
    })
  })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Refusal(413, 'Request Entity Too Large')
  if (status < 500) return new Refusal(400, "Bad Request: can't parse the body of the request")
  return new Refusal(500, 'Internal Server Error')
}

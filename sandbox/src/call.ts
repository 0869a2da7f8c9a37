import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiMethods, Message } from 'grammy/types'
import type { z } from 'zod'
import { badRequest } from './errors.ts'

/** A result as the types of the Bot API have it, where any message may stand for a kind of message. */
type Result<Declared> = Declared extends Message ? Message : Declared

/** Methods of the Bot API by name: each returns its result, or throws a Refusal. */
export type Methods = {
  readonly [Name in keyof ApiMethods]?: (
    call: Call,
  ) => Result<ReturnType<ApiMethods[Name]>> | Promise<Result<ReturnType<ApiMethods[Name]>>>
}

/** The parameters of one call by name, from its query and its body; uploads are of the class File. */
export const parametersOf = ({ body, query }: FastifyRequest): Record<string, unknown> => ({
  ...(query as object),
  ...(body as object),
})

/** Reads parameters as leniently as Telegram: numbers given as text, and text given as numbers. */
export function createCall(parameters: Record<string, unknown>, signal: AbortSignal) {
  /** Throws a 400 for what is not Unicode. */
  function text(name: string): string | undefined {
    const value = parameters[name] ?? undefined
    return value === undefined ? undefined : checkUnicode(String(value))
  }

  /** Undefined when absent; throws a 400 when it is no whole number. */
  function number(name: string): number | undefined {
    const value = text(name)
    if (value === undefined || value === '') return undefined
    const parsed = Number(value)
    if (!Number.isSafeInteger(parsed)) throw badRequest(`${name.replaceAll('_', ' ')} must be a number`)
    return parsed
  }

  /** An object or its JSON text. Throws a 400 with the words of a refinement, or else one that names the parameter. */
  function json<T>(name: string, schema: z.ZodType<T>): T | undefined {
    const value = parameters[name] ?? ''
    if (value === '') return undefined
    const { error, data } = schema.safeParse(typeof value === 'string' ? parseJson(value) : value)
    if (error) {
      const [issue] = error.issues
      const subject = `can't parse ${name.replaceAll('_', ' ')} JSON object`
      throw badRequest(issue?.code === 'custom' ? issue.message : `${subject}: ${issue?.message}`)
    }
    JSON.stringify(data, (_key, part: unknown) => (typeof part === 'string' ? checkUnicode(part) : part))
    return data
  }

  return {
    text,
    number,
    json,
    flag: (name: string): boolean => ['true', '1', 'yes'].includes((text(name) ?? '').toLowerCase()),
    upload: (name: string): File | undefined =>
      parameters[name] instanceof File ? parameters[name] : undefined,
    /** Aborted when the bot hangs up. */
    signal,
  }
}

/** One call. */
export type Call = ReturnType<typeof createCall>

/** JSON can contain half a surrogate pair, which UTF-8 cannot encode. */
function checkUnicode(text: string): string {
  if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Makes a scope of the server read forms as parameters, with the parser that Node has for fetch. */
export function addFormParser(scope: FastifyInstance): void {
  async function parse({ headers }: FastifyRequest, bytes: Buffer): Promise<object> {
    const body = new Response(bytes as Buffer<ArrayBuffer>, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    })
    return body.formData().then(Object.fromEntries, () => {
      throw badRequest("can't parse the body of the request")
    })
  }
  scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, parse)
}

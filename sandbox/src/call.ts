import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiMethods, Message } from 'grammy/types'
import type { z } from 'zod'
import { badRequest } from './errors.ts'

/** A result as the types of the Bot API have it, where any message may stand for a kind of message. */
type Result<Declared> = Declared extends Message ? Message : Declared

/** Methods of the Bot API by name: each returns its result, or throws a BotApiError. */
export type Methods = {
  readonly [Name in keyof ApiMethods]?: (
    call: Call,
  ) => Result<ReturnType<ApiMethods[Name]>> | Promise<Result<ReturnType<ApiMethods[Name]>>>
}

/** A file of a multipart body. */
export interface Upload {
  readonly name: string
  readonly bytes: Buffer
}

/** The parameters of one call, from JSON, a form or the query, and its files. */
export interface Parameters {
  readonly raw: Readonly<Record<string, unknown>>
  readonly uploads: ReadonlyMap<string, Upload>
}

/** Reads parameters as leniently as Telegram: numbers given as text, and text given as numbers. */
export function createCall({ raw, uploads }: Parameters, signal: AbortSignal) {
  /** Throws a 400 for what is not Unicode. */
  function text(name: string): string | undefined {
    const value = raw[name]
    if (value === undefined || value === null) return undefined
    const words = String(value)
    if (!words.isWellFormed()) throw notUtf8()
    return words
  }

  /** Undefined when absent; throws a 400 when it is no whole number. */
  function number(name: string): number | undefined {
    const value = text(name)
    if (value === undefined || value === '') return undefined
    const parsed = Number(value)
    if (!Number.isSafeInteger(parsed)) throw badRequest(`${name.replaceAll('_', ' ')} must be a number`)
    return parsed
  }

  /** An object or its JSON text, checked by a schema. Throws a 400 that names it. */
  function json<T>(name: string, schema: z.ZodType<T>): T | undefined {
    const value = raw[name]
    if (value === undefined || value === null || value === '') return undefined
    const read = schema.safeParse(typeof value === 'string' ? parseJson(name, value) : value)
    if (!read.success) throw unreadable(name, read.error.issues[0]?.message)
    if (!isWellFormed(read.data)) throw notUtf8()
    return read.data
  }

  return {
    text,
    number,
    json,
    flag: (name: string): boolean => ['true', '1', 'yes'].includes((text(name) ?? '').toLowerCase()),
    upload: (name: string): Upload | undefined => uploads.get(name),
    /** Aborted when the bot hangs up. */
    signal,
  }
}

/** One call. */
export type Call = ReturnType<typeof createCall>

/** JSON can contain half a surrogate pair, which UTF-8 cannot encode. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  return typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed)
}

const notUtf8 = (): Error => badRequest('strings must be encoded in UTF-8')

const unreadable = (name: string, why = 'wrong type'): Error =>
  badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object: ${why}`)

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(name)
  }
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Makes a scope of the server read forms as Parameters, with the parser that Node has for fetch. */
export function addFormParser(scope: FastifyInstance): void {
  async function parse(request: FastifyRequest, bytes: Buffer): Promise<Parameters> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers }).formData().catch(() => {
      throw badRequest("can't parse the multipart body")
    })
    const raw: Record<string, string> = {}
    const uploads = new Map<string, Upload>()
    for (const [name, value] of form) {
      if (typeof value === 'string') raw[name] = value
      else uploads.set(name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
    }
    return { raw, uploads }
  }
  scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, parse)
}

/** The parameters of a request: those of its query and of its body, JSON or a form. */
export function parametersOf({ body, query }: { body: unknown; query: object }): Parameters {
  const isForm = typeof body === 'object' && body !== null && 'uploads' in body && body.uploads instanceof Map
  if (!isForm) return { raw: { ...query, ...(body as object) }, uploads: new Map() }
  const { raw, uploads } = body as unknown as Parameters
  return { raw: { ...query, ...raw }, uploads }
}

import type { FastifyInstance } from 'fastify'
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

/** The parameters of one call, from JSON, a form or the query; values may be strings. */
export interface Call {
  /** Throws a 400 for what is not Unicode. */
  text(name: string): string | undefined
  /** Undefined when absent; throws a 400 when it is no whole number. */
  number(name: string): number | undefined
  flag(name: string): boolean
  /** An object or its JSON text, checked by a schema. Throws a 400 that names it. */
  json<T>(name: string, schema: z.ZodType<T>): T | undefined
  upload(name: string): Upload | undefined
  /** Aborted when the bot hangs up. */
  readonly signal: AbortSignal
}

/** Parameters as they came, by name. */
export type RawCall = Readonly<Record<string, unknown>>

/** Reads parameters as leniently as Telegram: numbers given as text, and text given as numbers. */
export function createCall(raw: RawCall, uploads: ReadonlyMap<string, Upload>, signal: AbortSignal): Call {
  function text(name: string): string | undefined {
    const value = raw[name]
    if (value === undefined || value === null) return undefined
    const words = String(value)
    if (!words.isWellFormed()) throw notUtf8()
    return words
  }

  function number(name: string): number | undefined {
    const value = text(name)
    if (value === undefined || value === '') return undefined
    const parsed = Number(value)
    if (!Number.isSafeInteger(parsed)) throw badRequest(`${name.replaceAll('_', ' ')} must be a number`)
    return parsed
  }

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
    flag: (name) => ['true', '1', 'yes'].includes((text(name) ?? '').toLowerCase()),
    upload: (name) => uploads.get(name),
    signal,
  }
}

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

/** A form body before it is parsed. */
interface Form {
  readonly type: string
  readonly bytes: Buffer<ArrayBuffer>
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** The fields and files of a form. */
export interface FormFields {
  readonly fields: Readonly<Record<string, string>>
  readonly uploads: ReadonlyMap<string, Upload>
}

/** Whether a body came as a form. */
export const isForm = (body: unknown): body is Form =>
  typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes)

/** Makes a scope of the server accept forms besides JSON. */
export function addFormParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (request, bytes, done) => {
    done(null, { type: request.headers['content-type'] ?? '', bytes })
  })
}

/** Reads a form, urlencoded or multipart, with the parser that Node has for fetch. */
export async function readForm({ type, bytes }: Form): Promise<FormFields> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw badRequest("can't parse the multipart body")
  })
  const fields: Record<string, string> = {}
  const uploads = new Map<string, Upload>()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else uploads.set(name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  return { fields, uploads }
}

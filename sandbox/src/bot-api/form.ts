import type { FastifyInstance } from 'fastify'
import type { Upload } from '../call.ts'
import { badRequest } from '../errors.ts'

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

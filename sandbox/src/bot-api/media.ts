import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content } from '../post.ts'
import type { Files, StoredFile } from '../world/files.ts'

const ATTACH = 'attach://'
const NAMES = { photo: 'Photo', document: 'Document' } as const

/** Where a call names its file: a reference, or a part of the form. */
export interface MediaField {
  readonly kind: StoredFile['kind']
  readonly reference: string | undefined
  readonly own: string
}

/** The picture or file that a call sends: uploaded under its own name, `attach://name`, or a file_id of ours. */
export function readMedia(files: Files, call: Call, { kind, reference, own }: MediaField): Content {
  const upload = call.upload(reference?.startsWith(ATTACH) ? reference.slice(ATTACH.length) : own)
  if (upload) return files.keep(kind, upload).content
  if (!reference) throw badRequest(`there is no ${kind} in the request`)
  if (/^https?:/.test(reference)) throw badRequest('failed to get HTTP URL content')
  const known = files.find(reference)
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified')
  if (known.kind !== kind) throw badRequest(`can't use file of type ${NAMES[known.kind]} as ${NAMES[kind]}`)
  return known.content
}

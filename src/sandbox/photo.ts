import { badRequest } from './bot-api-error.ts'
import type { Call } from './call.ts'
import type { Files, StoredFile } from './files.ts'
import type { Content } from './post.ts'

const ATTACH = 'attach://'

/** The picture that a call sends: uploaded under its own name, `attach://name`, or a file_id of ours. */
export function readPhoto(files: Files, call: Call, reference: string | undefined, own: string): StoredFile {
  const name = reference?.startsWith(ATTACH) ? reference.slice(ATTACH.length) : own
  const upload = call.upload(name)
  if (upload) return files.keepPhoto(upload)
  if (!reference) throw badRequest('there is no photo in the request')
  const known = files.byId(reference)
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified')
  return known
}

/** A picture as the content of a message. */
export function photoContent({ id, uniqueId, width, height, bytes }: StoredFile): Content {
  return { photo: [{ file_id: id, file_unique_id: uniqueId, width, height, file_size: bytes.length }] }
}

import type { Call, Upload } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content } from '../post.ts'
import type { Files, StoredDocument, StoredFile, StoredPhoto } from '../world/files.ts'

const ATTACH = 'attach://'
const NAMES = { photo: 'Photo', document: 'Document' } as const

/** Where a call names its file: a reference, or a part of the form. */
export interface MediaField {
  readonly reference: string | undefined
  readonly own: string
}

/** The picture that a call sends: uploaded under its own name, `attach://name`, or a file_id of ours. */
export function readPhoto(files: Files, call: Call, field: MediaField): StoredPhoto {
  const upload = findUpload(call, field)
  if (upload) return files.keepPhoto(upload)
  const known = findKnown(files, 'photo', field.reference)
  if (known.kind !== 'photo') throw wrongKind(known, 'photo')
  return known
}

/** The file that a call sends, found like a picture. */
export function readDocument(files: Files, call: Call, field: MediaField): StoredDocument {
  const upload = findUpload(call, field)
  if (upload) return files.keepDocument(upload)
  const known = findKnown(files, 'document', field.reference)
  if (known.kind !== 'document') throw wrongKind(known, 'document')
  return known
}

function findUpload(call: Call, { reference, own }: MediaField): Upload | undefined {
  return call.upload(reference?.startsWith(ATTACH) ? reference.slice(ATTACH.length) : own)
}

function findKnown(files: Files, kind: keyof typeof NAMES, reference: string | undefined): StoredFile {
  if (!reference) throw badRequest(`there is no ${kind} in the request`)
  if (/^https?:/.test(reference)) throw badRequest('failed to get HTTP URL content')
  const known = files.byId(reference)
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified')
  return known
}

const wrongKind = ({ kind }: StoredFile, wanted: keyof typeof NAMES): Error =>
  badRequest(`can't use file of type ${NAMES[kind]} as ${NAMES[wanted]}`)

/** A picture as the content of a message. */
export function photoContent({ id, uniqueId, width, height, bytes }: StoredPhoto): Content {
  return { photo: [{ file_id: id, file_unique_id: uniqueId, width, height, file_size: bytes.length }] }
}

/** A file as the content of a message. */
export function documentContent({ id, uniqueId, name, type, bytes }: StoredDocument): Content {
  return {
    document: {
      file_id: id,
      file_unique_id: uniqueId,
      file_name: name,
      mime_type: type,
      file_size: bytes.length,
    },
  }
}

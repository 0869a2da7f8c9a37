import { createHash } from 'node:crypto'
import { badRequest } from '../errors.ts'
import type { Content } from './room.ts'

const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const FILES_BYTES_MAX = 64 * 1024 * 1024
const SIDES_SUM_MAX = 10_000
const RATIO_MAX = 20
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_HEADER_LENGTH = 24

/** A file that a bot uploaded: a PNG picture, or anything else under the name that it was sent with. */
export interface StoredFile {
  readonly kind: 'photo' | 'document'
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
  /** How it looks in a message. */
  readonly content: Content
}

/** Width and height of a PNG in pixels. Throws the 400 of Telegram for what is none, or for a size that it refuses. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const { length } = bytes
  if (length > PHOTO_BYTES_MAX)
    throw badRequest(
      `file of size ${length} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES_MAX} bytes`,
    )
  const isPng = length >= PNG_HEADER_LENGTH && bytes.subarray(0, 8).equals(PNG_SIGNATURE)
  const [width, height] = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0]
  if (width === 0 || height === 0) throw badRequest('IMAGE_PROCESS_FAILED')
  if (width + height > SIDES_SUM_MAX || Math.max(width / height, height / width) > RATIO_MAX)
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
  return { width, height }
}

/** The fields that files of any kind have; the same bytes under the same name are the same file. */
function fieldsOf(prefix: string, bytes: Buffer, name = '') {
  const digest = createHash('sha256').update(name).update(bytes).digest('base64url')
  const file_unique_id = `AQAD${digest.slice(0, 12)}`
  return { digest, fields: { file_id: prefix + digest, file_unique_id, file_size: bytes.length } }
}

function photoOf(bytes: Buffer): StoredFile {
  const size = sizeOf(bytes)
  const { digest, fields } = fieldsOf('AgACAgEAAx', bytes)
  const content = { photo: [{ ...fields, ...size }] }
  return { kind: 'photo', id: fields.file_id, name: `${digest.slice(0, 20)}.png`, bytes, content }
}

function documentOf(bytes: Buffer, name: string): StoredFile {
  const { fields } = fieldsOf('BQACAgEAAx', bytes, `${name}\0`)
  const content = { document: { ...fields, file_name: name } }
  return { kind: 'document', id: fields.file_id, name, bytes, content }
}

/** Uploaded files by their file_id; beyond 64 MB the oldest are dropped. */
export function createFiles() {
  const files = new Map<string, StoredFile>()
  let bytesKept = 0

  /** Keeps what was uploaded. Throws the 400 of Telegram for a photo that it refuses, and for an empty file. */
  function keep(kind: StoredFile['kind'], bytes: Buffer, name = ''): StoredFile {
    if (bytes.length === 0) throw badRequest('file must be non-empty')
    const file = kind === 'photo' ? photoOf(bytes) : documentOf(bytes, name)
    const known = files.get(file.id)
    if (known) return known
    files.set(file.id, file)
    bytesKept += bytes.length
    for (const oldest of files.values()) {
      if (bytesKept <= FILES_BYTES_MAX) break
      files.delete(oldest.id)
      bytesKept -= oldest.bytes.length
    }
    return file
  }

  return {
    keep,
    find: (id: string): StoredFile | undefined => files.get(id),
    photos: (): StoredFile[] => [...files.values()].filter(({ kind }) => kind === 'photo'),
  }
}

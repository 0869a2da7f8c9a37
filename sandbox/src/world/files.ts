import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { badRequest } from '../errors.ts'
import type { Content } from './room.ts'

const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const FILES_BYTES_MAX = 64 * 1024 * 1024
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
  return { width, height }
}

/** The same bytes under the same name are the same file; the name of a picture does not count. */
function fileOf(kind: StoredFile['kind'], bytes: Buffer, name: string): StoredFile {
  const isPhoto = kind === 'photo'
  const hash = createHash('sha256').update(isPhoto ? '' : `${name}\0`)
  const digest = hash.update(bytes).digest('base64url')
  const id = `${isPhoto ? 'AgACAgEAAx' : 'BQACAgEAAx'}${digest}`
  const fields = { file_id: id, file_unique_id: `AQAD${digest.slice(0, 12)}`, file_size: bytes.length }
  if (!isPhoto) return { kind, id, name, bytes, content: { document: { ...fields, file_name: name } } }
  const content = { photo: [{ ...fields, ...sizeOf(bytes) }] }
  return { kind, id, name: `${digest.slice(0, 20)}.png`, bytes, content }
}

/** Uploaded files by their file_id; beyond 64 MB those that were read least recently are dropped. */
export function createFiles() {
  const files = new LRUCache<string, StoredFile>({
    maxSize: FILES_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length,
  })

  /** Keeps what was uploaded. Throws the 400 of Telegram for a photo that it refuses, and for an empty file. */
  function keep(kind: StoredFile['kind'], bytes: Buffer, name = ''): StoredFile {
    if (bytes.length === 0) throw badRequest('file must be non-empty')
    const file = fileOf(kind, bytes, name)
    files.set(file.id, file)
    return file
  }

  return {
    keep,
    find: (id: string): StoredFile | undefined => files.get(id),
    photos: (): StoredFile[] => [...files.values()].filter(({ kind }) => kind === 'photo'),
  }
}

import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Upload } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content } from '../post.ts'

const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const FILES_BYTES_MAX = 64 * 1024 * 1024
const SIDES_SUM_MAX = 10_000
const RATIO_MAX = 20
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_HEADER_LENGTH = 24
/** Types that a document is said to have; a file of any other type has none. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv'],
  ['.json', 'application/json'],
])

/** A file that a bot uploaded: a PNG picture, or anything else under the name that it was sent with. */
export interface StoredFile {
  readonly kind: 'photo' | 'document'
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
  /** How it looks in a message. */
  readonly content: Content
}

/** Is told which pictures were stored and which were dropped. */
export interface FilesWatcher {
  readonly stored: (name: string, bytes: Buffer) => void
  readonly dropped: (name: string) => void
}

/** Width and height of a PNG in pixels. Throws the 400 of Telegram for what is none, or for a size that it refuses. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  const isPng = bytes.length >= PNG_HEADER_LENGTH && bytes.subarray(0, 8).equals(PNG_SIGNATURE)
  const [width, height] = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0]
  if (width === 0 || height === 0) throw badRequest('IMAGE_PROCESS_FAILED')
  if (width + height > SIDES_SUM_MAX || Math.max(width / height, height / width) > RATIO_MAX)
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
  return { width, height }
}

const digestOf = (...parts: readonly (string | Buffer)[]): string =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('base64url')

/** Uploaded files, named by a hash of their content; beyond 64 MB the oldest are dropped. */
export function createFiles() {
  const files = new Map<string, StoredFile>()
  let bytesKept = 0
  let watcher: FilesWatcher | undefined

  function keepPhoto({ bytes }: Upload): StoredFile {
    if (bytes.length > PHOTO_BYTES_MAX)
      throw badRequest(
        `file of size ${bytes.length} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES_MAX} bytes`,
      )
    const size = sizeOf(bytes)
    const digest = digestOf(bytes)
    const file = { file_id: `AgACAgEAAx${digest}`, file_unique_id: `AQAD${digest.slice(0, 12)}` }
    const content = { photo: [{ ...file, ...size, file_size: bytes.length }] }
    return keep({ kind: 'photo', id: file.file_id, name: `${digest.slice(0, 20)}.png`, bytes, content })
  }

  /** Keeps any file; it is lost at a restart. */
  function keepDocument({ bytes, name }: Upload): StoredFile {
    const digest = digestOf(name, '\0', bytes)
    const file = { file_id: `BQACAgEAAx${digest}`, file_unique_id: `AgAD${digest.slice(0, 12)}` }
    const type = TYPES.get(extname(name))
    const about = { file_name: name, ...(type && { mime_type: type }), file_size: bytes.length }
    return keep({
      kind: 'document',
      id: file.file_id,
      name,
      bytes,
      content: { document: { ...file, ...about } },
    })
  }

  function keep(file: StoredFile): StoredFile {
    if (files.has(file.id)) return file
    files.set(file.id, file)
    bytesKept += file.bytes.length
    if (file.kind === 'photo') watcher?.stored(file.name, file.bytes)
    for (const { id, bytes, name, kind } of files.values()) {
      if (bytesKept <= FILES_BYTES_MAX) break
      files.delete(id)
      bytesKept -= bytes.length
      if (kind === 'photo') watcher?.dropped(name)
    }
    return file
  }

  return {
    /** Keeps what was uploaded. Throws the 400 of Telegram for a photo that it refuses, and for an empty file. */
    keep: (kind: StoredFile['kind'], upload: Upload): StoredFile => {
      if (upload.bytes.length === 0) throw badRequest('file must be non-empty')
      return kind === 'photo' ? keepPhoto(upload) : keepDocument(upload)
    },
    find: (id: string): StoredFile | undefined => files.get(id),
    watch: (watching: FilesWatcher): void => {
      watcher = watching
    },
  }
}

/** The files of the sandbox. */
export type Files = ReturnType<typeof createFiles>

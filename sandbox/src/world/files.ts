import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Upload } from '../call.ts'
import { badRequest } from '../errors.ts'

/** The type of a picture and its size in pixels. */
export interface ImageSize {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_HEADER_LENGTH = 24

/** Width and height in pixels, read from the header; undefined when it is neither PNG nor JPEG. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length >= PNG_HEADER_LENGTH && bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngSize(bytes)
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes) : undefined
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  return sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Walks the segments to the first frame header (SOF0 to SOF15, but not DHT, JPG and DAC). */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function sized(type: ImageSize['type'], width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined
}

/** A file, and the path under which getFile offers it. */
interface Stored {
  readonly id: string
  readonly uniqueId: string
  readonly path: string
  readonly type: string
  readonly bytes: Buffer
}

/** A picture with its size in pixels. */
export interface StoredPhoto extends Stored {
  readonly kind: 'photo'
  readonly width: number
  readonly height: number
}

/** Any other file, with the name it was sent under. */
export interface StoredDocument extends Stored {
  readonly kind: 'document'
  readonly name: string
}

/** A file that a bot uploaded. */
export type StoredFile = StoredPhoto | StoredDocument

/** Is told which pictures were stored and which were dropped. */
export interface FilesWatcher {
  readonly stored: (path: string, bytes: Buffer) => void
  readonly dropped: (path: string) => void
}

const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const FILES_BYTES_MAX = 64 * 1024 * 1024
const SIDES_SUM_MAX = 10_000
const RATIO_MAX = 20
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.csv': 'text/csv',
    '.json': 'application/json',
    '.pdf': 'application/pdf',
    '.png': 'image/png',
    '.txt': 'text/plain',
    '.zip': 'application/zip',
  }),
)

const tooBig = (size: number): Error =>
  badRequest(
    `file of size ${size} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES_MAX} bytes`,
  )

/** Uploaded files, named by a hash of their content; beyond 64 MB the oldest are dropped. */
export function createFiles() {
  const files = new Map<string, StoredFile>()
  let bytesKept = 0
  let watcher: FilesWatcher | undefined

  /** Keeps a photo. Throws the 400 of Telegram for a file that is no photo, or is too big. */
  function keepPhoto({ bytes }: Upload): StoredPhoto {
    if (bytes.length === 0) throw badRequest('file must be non-empty')
    if (bytes.length > PHOTO_BYTES_MAX) throw tooBig(bytes.length)
    const size = imageSize(bytes)
    if (!size) throw badRequest('IMAGE_PROCESS_FAILED')
    const { width, height, type } = size
    const ratio = Math.max(width / height, height / width)
    if (width + height > SIDES_SUM_MAX || ratio > RATIO_MAX) throw badRequest('PHOTO_INVALID_DIMENSIONS')
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return keep({
      kind: 'photo',
      id: `AgACAgEAAx${digest}`,
      uniqueId: `AQAD${digest.slice(0, 12)}`,
      path: `photos/${digest.slice(0, 20)}.${type === 'image/png' ? 'png' : 'jpg'}`,
      ...size,
      bytes,
    })
  }

  /** Keeps any file of a call; documents are lost at a restart. */
  function keepDocument({ bytes, name }: Upload): StoredDocument {
    if (bytes.length === 0) throw badRequest('file must be non-empty')
    const digest = createHash('sha256').update(name).update('\0').update(bytes).digest('base64url')
    return keep({
      kind: 'document',
      id: `BQACAgEAAx${digest}`,
      uniqueId: `AgAD${digest.slice(0, 12)}`,
      path: `documents/${digest.slice(0, 20)}${extname(name)}`,
      type: TYPES.get(extname(name)) ?? 'application/octet-stream',
      name,
      bytes,
    })
  }

  function keep<File extends StoredFile>(file: File): File {
    if (files.has(file.id)) return file
    files.set(file.id, file)
    bytesKept += file.bytes.length
    if (file.kind === 'photo') watcher?.stored(file.path, file.bytes)
    for (const [id, { bytes, path, kind }] of files) {
      if (bytesKept <= FILES_BYTES_MAX) break
      files.delete(id)
      bytesKept -= bytes.length
      if (kind === 'photo') watcher?.dropped(path)
    }
    return file
  }

  return {
    keepPhoto,
    keepDocument,
    onChange: (watching: FilesWatcher): void => {
      watcher = watching
    },
    byId: (id: string): StoredFile | undefined => files.get(id),
    byPath: (path: string): StoredFile | undefined => files.values().find((file) => file.path === path),
  }
}

/** The files of the sandbox. */
export type Files = ReturnType<typeof createFiles>

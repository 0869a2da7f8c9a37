import { createHash } from 'node:crypto'
import { badRequest } from './bot-api-error.ts'
import type { Upload } from './call.ts'
import { imageSize } from './image-size.ts'

/** A picture with its size in pixels, and the path under which getFile offers it. */
export interface StoredFile {
  readonly id: string
  readonly uniqueId: string
  readonly path: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Told which pictures are kept and which had to go. */
export interface FilesWatcher {
  readonly kept: (path: string, bytes: Buffer) => void
  readonly dropped: (path: string) => void
}

const PHOTO_BYTES_MAX = 10 * 1024 * 1024
const FILES_BYTES_MAX = 64 * 1024 * 1024
const SIDES_SUM_MAX = 10_000
const RATIO_MAX = 20

/** Pictures that were uploaded, named by their content; the oldest give way when 64 MB are full. */
export function createFiles() {
  const files = new Map<string, StoredFile>()
  let bytesKept = 0
  let watcher: FilesWatcher | undefined

  /** Keeps a photo. Throws the 400 that Telegram gives for what is no photo, too big or too long. */
  function keepPhoto({ bytes }: Upload): StoredFile {
    if (bytes.length === 0) throw badRequest('file must be non-empty')
    if (bytes.length > PHOTO_BYTES_MAX) throw badRequest('file is too big')
    const size = imageSize(bytes)
    if (!size) throw badRequest('IMAGE_PROCESS_FAILED')
    const { width, height, type } = size
    const ratio = Math.max(width / height, height / width)
    if (width + height > SIDES_SUM_MAX || ratio > RATIO_MAX) throw badRequest('PHOTO_INVALID_DIMENSIONS')
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return keep({
      id: `AgACAgEAAx${digest}`,
      uniqueId: `AQAD${digest.slice(0, 12)}`,
      path: `photos/${digest.slice(0, 20)}.${type === 'image/png' ? 'png' : 'jpg'}`,
      ...size,
      bytes,
    })
  }

  function keep(file: StoredFile): StoredFile {
    const known = files.get(file.id)
    if (known) return known
    files.set(file.id, file)
    bytesKept += file.bytes.length
    watcher?.kept(file.path, file.bytes)
    for (const [id, { bytes, path }] of files) {
      if (bytesKept <= FILES_BYTES_MAX) break
      files.delete(id)
      bytesKept -= bytes.length
      watcher?.dropped(path)
    }
    return file
  }

  return {
    keepPhoto,
    onChange: (watching: FilesWatcher): void => {
      watcher = watching
    },
    byId: (id: string): StoredFile | undefined => files.get(id),
    byPath: (path: string): StoredFile | undefined => files.values().find((file) => file.path === path),
  }
}

/** The pictures of the sandbox. */
export type Files = ReturnType<typeof createFiles>

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflateRaw, inflate as inflateZlib } from 'node:zlib'
import { codeOf } from '../../runtime/failure.ts'
import { PageProblem } from './source.ts'

const SNIFF_BYTES = 2_048
const IN_HEADER = /charset\s*=\s*"?([\w.:-]+)/i
const IN_MARKUP = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i

/** Decodes a page by the charset its header names, else its byte order mark, else its `<meta>`, else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES))
  const named =
    IN_HEADER.exec(contentType ?? '')?.[1] ?? markOf(start) ?? IN_MARKUP.exec(start.toString('latin1'))?.[1]
  return decoderFor(named).decode(bytes)
}

function markOf(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return undefined
}

function decoderFor(named = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(named)
  } catch {
    return new TextDecoder() // a charset nobody knows: the digits are most likely readable all the same
  }
}

type Decode = (bytes: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify(gunzip)
const unbrotli: Decode = promisify(brotliDecompress)
const unzlib: Decode = promisify(inflateZlib)
const unraw: Decode = promisify(inflateRaw)

/** The low half of a zlib header's first byte names its method; servers also send "deflate" without a header. */
const undeflate: Decode = (bytes, limit) =>
  (bytes[0] ?? 0) % 16 === 8 ? unzlib(bytes, limit) : unraw(bytes, limit)

const DECODERS = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['br', unbrotli],
  ['deflate', undeflate],
])
const ENCODINGS_MAX = 3

export interface Inflation {
  readonly encodings: string | undefined
  readonly bytesMax: number
}

/** Undoes a `content-encoding`, to at most `bytesMax` bytes. Throws a PageProblem. */
export async function inflate(
  bytes: Uint8Array,
  { encodings = '', bytesMax }: Inflation,
): Promise<Uint8Array> {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > ENCODINGS_MAX) throw new PageProblem('the page is compressed too often')
  let plain = bytes
  for (const name of names.reverse()) {
    const decode = DECODERS.get(name)
    if (!decode) throw new PageProblem(`the page is compressed as ${name}`)
    plain = await decode(plain, { maxOutputLength: bytesMax }).catch((error: unknown) => {
      const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
      throw new PageProblem(isTooLong ? `the page is over ${bytesMax} bytes` : `the page is no ${name}`)
    })
  }
  return plain
}

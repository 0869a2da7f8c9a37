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

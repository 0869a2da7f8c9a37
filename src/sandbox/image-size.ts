/** What a picture is, in pixels. */
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

import { readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOURS_MAX = 256
/** Of the eight bits of each channel, the ones that the eye needs on a screenshot. */
const KEPT_BITS = 0xf8

/** Writes a screenshot anew with a palette of 256 colours, which takes about a third of the bytes. */
export async function shrink(path: string): Promise<void> {
  const image = await loadImage(readFileSync(path))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = Array.from({ length: width * height }, (_, index) => colourAt(data, index * 4))
  const palette = paletteOf(pixels)
  const placeOf = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  for (const [index, colour] of pixels.entries()) {
    const place = placeOf.get(colour) ?? nearest(palette, colour)
    placeOf.set(colour, place)
    rows[index + Math.floor(index / width) + 1] = place
  }
  writeFileSync(path, toPng({ width, height, palette, rows }))
}

const colourAt = (data: Uint8ClampedArray, at: number): number =>
  [0, 1, 2].reduce((colour, channel) => (colour << 8) | levelOf(data[at + channel] ?? 0), 0)

/** White stays white. */
const levelOf = (value: number): number => (value & KEPT_BITS) | (value >> 5)

/** The colours that stand there most often. */
function paletteOf(pixels: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COLOURS_MAX)
    .map(([colour]) => colour)
}

const channelsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]

function nearest(palette: readonly number[], colour: number): number {
  const wanted = channelsOf(colour)
  const far = (other: number): number =>
    channelsOf(other).reduce((sum, value, channel) => sum + (value - (wanted[channel] ?? 0)) ** 2, 0)
  return palette.reduce((best, other, place) => (far(other) < far(palette[best] ?? 0) ? place : best), 0)
}

interface Indexed {
  readonly width: number
  readonly height: number
  readonly palette: readonly number[]
  /** A byte for the filter of each row, then one for each of its pixels. */
  readonly rows: Buffer
}

function toPng({ width, height, palette, rows }: Indexed): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8) // eight bits for each pixel, which is a place in the palette
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(content.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

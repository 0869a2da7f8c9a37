import { describe, expect, it } from 'vitest'
import { imageSize } from '../../../src/world/files.ts'

const segment = (marker: number, ...body: number[]): number[] => [0xff, marker, 0, body.length + 2, ...body]
const jpeg = (...segments: number[][]): Buffer => Buffer.from([0xff, 0xd8, ...segments.flat(), 0, 0])
const frame = (marker: number) => segment(marker, 8, 0x01, 0x2c, 0x02, 0x58, 1, 1, 0x11, 0)

describe('the size of a picture', () => {
  it.each([0xc0, 0xc2])('is in the frame header of a JPEG (%i), after its tables', (marker) => {
    const tables = [segment(0xe0, 1, 2, 3), segment(0xc4, 9, 9, 9, 9, 9, 9, 9, 9)]
    expect(imageSize(jpeg(...tables, frame(marker)))).toEqual({ type: 'image/jpeg', width: 600, height: 300 })
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a JPEG that ends early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ['a JPEG without a frame', jpeg(segment(0xe0, 1, 2, 3))],
  ])('of %s is unknown', (_, bytes) => {
    expect(imageSize(bytes)).toBeUndefined()
  })
})

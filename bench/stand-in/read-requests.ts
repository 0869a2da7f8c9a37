const HEAD_END = Buffer.from('\r\n\r\n')
/** Of all headers that clients of ours send, only `content-length` ends so. */
const LENGTH = Buffer.from('ength:')

/** A request: its bytes lie in `bytes` from `at`, its body from `bodyAt` to `end`. */
export type TakeRequest = (bytes: Buffer, at: number, bodyAt: number, end: number) => void

/** Cuts what arrives on one connection into requests, wherever the chunks were split; parses no more than it needs. */
export function createRequestReader(take: TakeRequest): (chunk: Buffer) => void {
  let rest: Buffer | undefined
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END, at)
      if (headEnd < 0) break
      const bodyAt = headEnd + HEAD_END.length
      const end = bodyAt + lengthIn(bytes, at, headEnd)
      if (end > bytes.length) break
      take(bytes, at, bodyAt, end)
      at = end
    }
    rest = at < bytes.length ? bytes.subarray(at) : undefined
  }
}

function lengthIn(bytes: Buffer, at: number, headEnd: number): number {
  const name = bytes.indexOf(LENGTH, at)
  if (name < 0 || name > headEnd) return 0
  let length = 0
  for (let i = name + LENGTH.length; i < headEnd; i++) {
    const digit = (bytes[i] ?? 0) - 48
    if (digit >= 0 && digit <= 9) length = length * 10 + digit
    else if (bytes[i] !== 32) break
  }
  return length
}

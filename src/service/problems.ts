import { STATUS_CODES } from 'node:http'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

interface ProblemParts {
  readonly headers?: Readonly<Record<string, string>>
  /** More members of the body. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** An answer that refuses a request. `message` goes to the client, so it must have nothing internal. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly extra: Readonly<Record<string, unknown>>
  constructor(status: number, message: string, { headers = {}, extra = {} }: ProblemParts = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.extra = extra
  }
}

export const unauthorized = (detail: string): Problem =>
  new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } })

/** A refusal of what may be asked again after so many seconds. */
export const tryLater = (status: 429 | 503, detail: string, seconds: number): Problem =>
  new Problem(status, detail, { headers: { 'retry-after': String(seconds) } })

/** The body of RFC 9457, with `error` and `message` for older clients, as JSON. */
export function problemJson(status: number, detail: string, extra: ProblemParts['extra'] = {}): string {
  const title = STATUS_CODES[status] ?? 'Error'
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail,
    error: title,
    message: detail,
    ...extra,
  })
}

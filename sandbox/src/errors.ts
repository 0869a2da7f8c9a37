import type { ResponseParameters } from 'grammy/types'

/** A refusal of what a bot or a person asked for: HTTP code, reason, and what a bot can act on. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  readonly parameters: ResponseParameters | undefined

  constructor(code: number, reason: string, parameters?: ResponseParameters) {
    super(reason)
    this.code = code
    this.parameters = parameters
  }
}

/** 400: the call of a bot cannot be carried out as it stands. */
export const badRequest = (reason: string, parameters?: ResponseParameters): Refusal =>
  new Refusal(400, `Bad Request: ${reason}`, parameters)

/** 403: the bot may not do this there. */
export const forbidden = (reason: string): Refusal => new Refusal(403, `Forbidden: ${reason}`)

/** 409: another reader of updates stands in the way. */
export const conflict = (reason: string): Refusal => new Refusal(409, `Conflict: ${reason}`)

/** 429: too fast; the same call may succeed after that many whole seconds. */
export const tooManyRequests = (seconds: number): Refusal =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

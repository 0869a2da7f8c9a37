/** What accompanies a refusal that a bot can act on. */
export interface ErrorParameters {
  readonly retry_after?: number
  readonly migrate_to_chat_id?: number
}

/** A refusal as the Bot API words it: HTTP code, description and parameters. */
export class BotApiError extends Error {
  override readonly name = 'BotApiError'
  readonly code: number
  readonly parameters: ErrorParameters | undefined

  constructor(code: number, description: string, parameters?: ErrorParameters) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

/** 400: the call cannot be carried out as it stands. */
export const badRequest = (reason: string, parameters?: ErrorParameters): BotApiError =>
  new BotApiError(400, `Bad Request: ${reason}`, parameters)

/** 403: the bot may not do this there. */
export const forbidden = (reason: string): BotApiError => new BotApiError(403, `Forbidden: ${reason}`)

/** 409: another reader of updates stands in the way. */
export const conflict = (reason: string): BotApiError => new BotApiError(409, `Conflict: ${reason}`)

/** 429: too fast; the same call may succeed after that many whole seconds. */
export const tooManyRequests = (seconds: number): BotApiError =>
  new BotApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

/** A person asked for what cannot be done; `message` says why, in Spanish, for the page. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

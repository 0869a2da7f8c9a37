/** A person asked for what cannot be done; `message` says why, in Spanish, for the page. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

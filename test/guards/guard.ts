/** A safety check of ours, and what proves that it works. Paths are from the root of the project. */
export interface Guard {
  /** What it keeps from happening. */
  readonly name: string
  readonly file: string
  /** Its text, which stands in the file once. */
  readonly text: string
  /** What takes its place, so that the check is gone; nothing if not given. */
  readonly without?: string
  /** Test files of which one at least must fail without it. */
  readonly tests: readonly string[]
}

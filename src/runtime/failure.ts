/** An error that the operator can mend: its message says in one line what is wrong and what to do. Never a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The `code` of a system error (`EADDRINUSE`, `ENOENT`), if it is one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The time in ms since 1970. */
export type Clock = () => number

type Write = (details: object, message: string) => void

/** Where the sandbox reports what went wrong; a logger of pino is one. */
export interface Log {
  readonly warn: Write
  readonly error: Write
}

const ignore = (): void => {}

/** A log that keeps nothing. */
export const SILENT: Log = { warn: ignore, error: ignore }

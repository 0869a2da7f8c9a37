import pino from 'pino'

export type Log = pino.Logger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

const SECRET_LENGTH_MIN = 8
/** Telegram's own form: the token stands in the path of every call. */
const BOT_TOKEN = /(?<!\d)\d{3,20}:[A-Za-z0-9_-]{20,}/g

/** A log of JSON lines on stderr, in which known secrets and bot tokens read `[redacted]`, wherever they stand. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
) {
  const secrets = new Set<string>()
  const scrub = (line: string): string => {
    let clean = line.replace(BOT_TOKEN, '[redacted]')
    for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]')
    return clean
  }
  const log: Log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(scrub(line)) },
  )
  const hide = (...values: readonly (string | undefined)[]): void => {
    for (const value of values) {
      if (!value || value.length < SECRET_LENGTH_MIN) continue
      const inJson = JSON.stringify(value).slice(1, -1)
      for (const form of [value, inJson, encodeURIComponent(value)]) secrets.add(form)
    }
  }
  return { log, hide }
}

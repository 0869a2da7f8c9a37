import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'c0ffee0ddba11ad5'

/** A secret for a test. Where it turns up afterwards, the whole run fails. */
export const canary = (name: string): string => `canary_${name}_${MARK}`

/** The same in the form of Telegram's tokens. */
export const CANARY_BOT_TOKEN = `123456789:AAE_canary_bot_${MARK}____`

/** Secrets of tests, tokens of the rate API, and tokens of Telegram in whatever test; what the sandbox makes at random is longer. */
const SECRET = new RegExp(
  `canary_[a-z_]+_${MARK}|tasa_[\\w-]{43}|(?<!\\d)\\d{6,12}:AA[\\w-]{33}(?![\\w-])`,
  'g',
)
const EXCERPT_LENGTH = 80

/** What Redis must hold as it is, by the beginning of its key: the service signs each notification with its receiver's secret. */
const REDIS_MUST_HOLD = ['{service}:webhooks']

export interface Leak {
  readonly where: string
  readonly secret: string
  readonly excerpt: string
}

/** The secrets in a text. */
export function leaksIn(where: string, text: string): Leak[] {
  return [...text.matchAll(SECRET)].map(({ 0: secret, index }) => ({
    where,
    secret,
    excerpt: text.slice(Math.max(0, index - EXCERPT_LENGTH), index + secret.length + EXCERPT_LENGTH),
  }))
}

/** The secrets in all that a Redis was told to write, but for those that it must hold. */
export function leaksInRedis(directory: string): Leak[] {
  const folder = join(directory, 'appendonlydir')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.aof')) : []
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'latin1')
    return leaksIn('redis', text).length === 0 ? [] : commandsIn(text).flatMap(leaksInCommand)
  })
}

function leaksInCommand(words: readonly string[]): Leak[] {
  const [name = '', key = ''] = words
  const isAllowed = REDIS_MUST_HOLD.some((held) => key.startsWith(held))
  return isAllowed ? [] : leaksIn(`redis: ${name} ${key}`, words.join(' '))
}

/** The commands of an append-only file: each is `*COUNT`, then `$BYTES` and a word so many times. */
function commandsIn(text: string): string[][] {
  const commands: string[][] = []
  let at = 0
  const line = (): string => {
    const end = text.indexOf('\r\n', at)
    const read = text.slice(at, end < 0 ? text.length : end)
    at = end < 0 ? text.length : end + 2
    return read
  }
  while (at < text.length) {
    const words = Number(/^\*(\d+)$/.exec(line())?.[1] ?? 0)
    const command = Array.from({ length: words }, () => {
      const bytes = Number(line().slice(1))
      at += bytes + 2
      return text.slice(at - bytes - 2, at - 2)
    })
    if (words > 0) commands.push(command)
  }
  return commands
}

/** Where every process of a run reports: a file of JSON lines. `canary-watch.ts` reads it in the end. */
const report = process.env.CANARY_REPORT
/** Lines of a log are reported so many at a time; the last ones of a process are not counted. */
const COUNTED_AT_ONCE = 100
const looked = new Map<string, number>()

function note(kind: string, leaks: readonly Leak[], atOnce = 1): void {
  if (!report) return
  for (const leak of leaks) appendFileSync(report, `${JSON.stringify({ leak })}\n`)
  const count = (looked.get(kind) ?? 0) + 1
  looked.set(kind, count < atOnce ? count : 0)
  if (count >= atOnce) appendFileSync(report, `${JSON.stringify({ looked: { [kind]: count } })}\n`)
}

export const isWatched = report !== undefined

/** Looks for secrets in a line of the log of a part. */
export const watchLine = (line: string): void =>
  note('lines of parts', leaksIn('log of a part', line), COUNTED_AT_ONCE)

/** Looks for secrets in an answer, or in all that a program said. */
export const watch = (kind: string, text: string): void => note(kind, leaksIn(kind, text))

/** Looks for secrets in the folder of a Redis. */
export const watchRedis = (directory: string): void => note('files of Redis', leaksInRedis(directory))

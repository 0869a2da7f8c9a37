import { HOUR_MS, SECOND_MS } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Quote } from '../../domain/monitor.ts'
import { plainTitle, sourceOf } from '../../words/price.ts'
import { block, clip, code, escapeHtml, lines, spread } from '../../words/text.ts'
import { ago } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

const QUOTES_MAX = 20
const PROBLEM_MAX = 160
const SOURCE_MAX = 60
const TROUBLE_KINDS = ['stale', 'held', 'still'] as const

/** What an operator wants to know of the chats. */
export interface StatsView extends Readonly<Record<(typeof COUNTS)[number] | 'oldestMs', number>> {
  /** How many of the empty histories were read; `problem`: why the last attempt failed. */
  readonly past?: { readonly done: number; readonly total: number; readonly problem?: string }
}

/**
 * What is wrong with the sources of a price. stale: it is not updated. held: a step is held back until it is confirmed, with
 * its price where that is known. still: `source` gave way to others, as it stands still while they move.
 */
export type SourceTrouble = { readonly quote: Quote } & (
  | { readonly kind: 'stale'; readonly source?: undefined }
  | { readonly kind: 'held'; readonly price?: Decimal | undefined; readonly source?: undefined }
  | { readonly kind: 'still'; readonly source: string }
)

/** When a role last gave a sign of life (ms), undefined for one that never did; and whether that is too long ago. */
interface RoleView {
  readonly role: 'service' | 'bot' | 'push'
  readonly at: number | undefined
  readonly isSilent: boolean
}

/** Whether what we need can be reached, each in so many ms or why not. */
export interface HealthView {
  readonly checks: readonly { readonly name: string; readonly ms: number; readonly problem?: string }[]
  readonly troubles: readonly SourceTrouble[]
  /** Whether there is a price at all, and since when there has been none, once that is known (ms). */
  readonly isPriced: boolean
  readonly unpricedSince?: number
  readonly roles: readonly RoleView[]
  readonly now: number
  /** A webhook of another address that gave way to ours. */
  readonly replaced?: { readonly address: string; readonly agoMs: number }
  readonly version: string
  readonly uptimeMs: number
}

/** How many persons, groups and channels a broadcast reaches. */
type ReachView = Readonly<Record<'people' | 'groups' | 'channels', number>>

interface BroadcastView {
  readonly found: number
  readonly isWhole: boolean
  readonly sent: number
  readonly failed: number
}

const countIn =
  ({ numbers }: Words) =>
  (value: number): string =>
    numbers.decimal(String(value), 0)

/** The text of a broadcast as people will see it, and what to decide. */
export const broadcastQuestion = (words: Words, html: string, reach: ReachView): string =>
  `${html}\n\n<b>${words.operator.broadcastQuestion(reachOf(words, reach))}</b>`

export function broadcastGoing(words: Words, { sent, found, failed, isWhole }: BroadcastView): string {
  const [count, { operator }] = [countIn(words), words]
  return lines(
    operator.broadcastGoing(count(sent), count(found), count(failed)),
    !isWhole && operator.broadcastFinding,
  )
}

export function broadcastDone(words: Words, { sent, failed }: BroadcastView): string {
  const count = countIn(words)
  return words.operator.broadcastDone(count(sent), count(failed))
}

export const broadcastCancelled = (words: Words, { sent }: BroadcastView): string =>
  words.operator.broadcastCancelled(countIn(words)(sent))

const COUNTS = ['chats', 'groups', 'follows', 'alerts', 'toldToday', 'waiting', 'parked'] as const

export function statsMessage(words: Words, view: StatsView): string {
  const [count, { operator }] = [countIn(words), words]
  const { oldestMs, past } = view
  return lines(
    `<b>${operator.stats}</b>`,
    block(COUNTS.map((name) => spread(operator[name], count(view[name])))),
    oldestMs > SECOND_MS && operator.oldest(Math.round(oldestMs / SECOND_MS)),
    past && operator.pastRead(past.done, past.total),
    past?.problem !== undefined && operator.pastProblem(inCode(past.problem)),
  )
}

export function healthMessage(words: Words, view: HealthView): string {
  const { operator } = words
  const { checks, troubles, isPriced, unpricedSince, roles, replaced, version, uptimeMs, now } = view
  const fine = isPriced ? operator.noneStale : unpricedText(words, unpricedSince, now)
  return lines(
    `<b>${operator.health}</b>`,
    ...checks.map((check) => checkLine(operator, check)),
    ...roles.map((role) => heartbeatLine(words, role, now)),
    replaced && operator.replaced(escapeHtml(replaced.address), Math.floor(replaced.agoMs / HOUR_MS)),
    troubles.length === 0 ? fine : troublesText(words, troubles, 'begun'),
    `${operator.running(Math.floor(uptimeMs / HOUR_MS))} · ${code(version)}`,
  )
}

/** That there has been no price at all since a moment, or that there are prices again (both ms). */
export const pricesMessage = (words: Words, since: number | undefined, now: number): string =>
  since === undefined ? words.operator.pricedAgain : unpricedText(words, since, now)

const unpricedText = (words: Words, since: number | undefined, now: number): string =>
  words.operator.noneAtAll(since === undefined ? '' : ago(words, since, now))

/** The troubles with sources that begin, and those that are over. */
export const sourcesMessage = (
  words: Words,
  begun: readonly SourceTrouble[],
  over: readonly SourceTrouble[],
): string => lines(troublesText(words, begun, 'begun'), troublesText(words, over, 'over'))

/** A heading and a list for each kind of trouble that there is. */
const troublesText = (words: Words, all: readonly SourceTrouble[], when: 'begun' | 'over'): string =>
  lines(
    ...TROUBLE_KINDS.map((kind) => {
      const some = all.filter((one) => one.kind === kind).slice(0, QUOTES_MAX)
      return (
        some.length > 0 && lines(words.operator[when][kind], ...some.map((one) => troubleLine(words, one)))
      )
    }),
  )

function troubleLine({ numbers }: Words, one: SourceTrouble): string {
  const name = `${escapeHtml(plainTitle(one.quote))} (${escapeHtml(sourceOf(one.quote))})`
  if (one.kind === 'still') return `· ${escapeHtml(clip(one.source, SOURCE_MAX))}: ${name}`
  const isPriced = one.kind === 'held' && one.price !== undefined
  return `· ${name}${isPriced ? `: ${numbers.price(one.quote.price)} → ${numbers.price(one.price)}` : ''}`
}

/** `2 personas, 1 grupo, 1 canal, como el canal`: what we post in a channel is shown as the channel's own. */
function reachOf(words: Words, reach: ReachView): string {
  const [count, { reached }] = [countIn(words), words.operator]
  const { people, groups, channels } = reach
  const parts = [
    groups + channels > 0 && people === 0 ? '' : reached.people(people, count(people)),
    groups > 0 ? reached.groups(groups, count(groups)) : '',
    channels > 0 ? reached.channels(channels, count(channels)) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** What an error says of itself is in no language, and stands apart. */
const inCode = (problem: string): string => code(clip(problem, PROBLEM_MAX))

function checkLine(words: Words['operator'], { name, ms, problem }: HealthView['checks'][number]): string {
  const names: Readonly<Record<string, string>> = words.part
  const part = escapeHtml(names[name] ?? name)
  if (problem === undefined) return `✓ ${part}: ${words.fine(Math.round(ms))}`
  return `⚠ ${part}: ${words.unreachable(inCode(problem))}`
}

/** When a role last gave a sign of life: `✓ Avisos: hace un momento` */
function heartbeatLine(words: Words, { role, at, isSilent }: RoleView, now: number): string {
  const { roles, noSign, notRunning } = words.operator
  if (at === undefined) return `⚠ ${roles[role]}: ${notRunning}`
  const age = ago(words, at, now)
  return isSilent ? `⚠ ${roles[role]}: ${noSign(age)}` : `✓ ${roles[role]}: ${age}`
}

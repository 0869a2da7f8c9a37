import type { Decimal } from '../rates/decimal.ts'
import { HOUR_MS, SECOND_MS } from '../rates/durations.ts'
import type { Quote } from '../rates/monitor.ts'
import { plainTitle, sourceOf } from './format/quote.ts'
import { block, clip, escapeHtml, lines, spread } from './format/text.ts'
import type { Words } from './words/words.ts'

const QUOTES_MAX = 20
const PROBLEM_MAX = 120
const SOURCE_MAX = 60
const TROUBLE_KINDS = ['stale', 'held', 'still'] as const

/** What an operator wants to know of the chats. */
export interface StatsView {
  readonly chats: number
  readonly groups: number
  readonly follows: number
  readonly alerts: number
  readonly toldToday: number
  readonly waiting: number
  readonly parked: number
  readonly oldestMs: number
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

/** Whether what we need can be reached, each in so many ms or why not. */
export interface HealthView {
  readonly checks: readonly { readonly name: string; readonly ms: number; readonly problem?: string }[]
  readonly troubles: readonly SourceTrouble[]
  /** A webhook of another address that gave way to ours. */
  readonly replaced?: { readonly address: string; readonly agoMs: number }
  readonly version: string
  readonly uptimeMs: number
}

/** How many persons, groups and channels a broadcast reaches. */
export interface ReachView {
  readonly people: number
  readonly groups: number
  readonly channels: number
}

export interface BroadcastView {
  readonly found: number
  readonly isWhole: boolean
  readonly sent: number
  readonly failed: number
}

/** Everything that only operators read. */
export const operatorMessages = ({ operator: words, numbers }: Words) => {
  const count = (value: number): string => numbers.decimal(String(value), 0)
  const troubleLine = (one: SourceTrouble): string => {
    const name = `${escapeHtml(plainTitle(one.quote))} (${escapeHtml(sourceOf(one.quote))})`
    if (one.kind === 'still') return `· ${escapeHtml(clip(one.source, SOURCE_MAX))}: ${name}`
    const isPriced = one.kind === 'held' && one.price !== undefined
    return `· ${name}${isPriced ? `: ${numbers.price(one.quote.price)} → ${numbers.price(one.price)}` : ''}`
  }
  const listOf = (some: readonly SourceTrouble[]): string =>
    some.slice(0, QUOTES_MAX).map(troubleLine).join('\n')
  /** A heading and a list for each kind of trouble that there is. */
  const troublesText = (all: readonly SourceTrouble[], headings: Words['operator']['begun']): string =>
    lines(
      ...TROUBLE_KINDS.map((kind) => {
        const some = all.filter((one) => one.kind === kind)
        return some.length > 0 && lines(headings[kind], listOf(some))
      }),
    )
  return {
    send: words.send,
    cancel: words.cancel,
    broadcastWhat: words.broadcastWhat,
    broadcastTooLong: words.broadcastTooLong,
    broadcastBusy: words.broadcastBusy,
    broadcastGone: words.broadcastGone,
    broadcastDropped: words.broadcastDropped,
    /** The text as people will see it, and what to decide. */
    broadcastQuestion: (html: string, reach: ReachView): string =>
      `${html}\n\n<b>${words.broadcastQuestion(reachOf(words, reach, count))}</b>`,
    broadcastGoing: ({ sent, found, failed, isWhole }: BroadcastView): string =>
      lines(
        words.broadcastGoing(count(sent), count(found), count(failed)),
        !isWhole && words.broadcastFinding,
      ),
    broadcastDone: ({ sent, failed }: BroadcastView): string =>
      words.broadcastDone(count(sent), count(failed)),
    broadcastCancelled: ({ sent }: BroadcastView): string => words.broadcastCancelled(count(sent)),

    stats: (view: StatsView): string =>
      lines(
        `<b>${words.stats}</b>`,
        block([
          spread(words.chats, count(view.chats)),
          spread(words.groups, count(view.groups)),
          spread(words.follows, count(view.follows)),
          spread(words.alerts, count(view.alerts)),
          spread(words.toldToday, count(view.toldToday)),
          spread(words.waiting, count(view.waiting)),
          spread(words.parked, count(view.parked)),
        ]),
        view.oldestMs > SECOND_MS && words.oldest(Math.round(view.oldestMs / SECOND_MS)),
        view.past && words.pastRead(view.past.done, view.past.total),
        view.past?.problem !== undefined && words.pastProblem(inCode(view.past.problem)),
      ),

    health: ({ checks, troubles, replaced, version, uptimeMs }: HealthView): string =>
      lines(
        `<b>${words.health}</b>`,
        ...checks.map((check) => checkLine(words, check)),
        replaced && words.replaced(escapeHtml(replaced.address), Math.floor(replaced.agoMs / HOUR_MS)),
        troubles.length === 0 ? words.noneStale : troublesText(troubles, words.begun),
        `${words.running(Math.floor(uptimeMs / HOUR_MS))} · <code>${escapeHtml(version)}</code>`,
      ),

    /** The troubles with sources that begin, and those that are over. */
    sources: (begun: readonly SourceTrouble[], over: readonly SourceTrouble[]): string =>
      lines(troublesText(begun, words.begun), troublesText(over, words.over)),
  }
}

/** `2 personas, 1 grupo, 1 canal, como el canal`: what we post in a channel is shown as the channel's own. */
function reachOf(
  { reached }: Words['operator'],
  { people, groups, channels }: ReachView,
  count: (value: number) => string,
): string {
  const parts = [
    groups + channels > 0 && people === 0 ? '' : reached.people(people, count(people)),
    groups > 0 ? reached.groups(groups, count(groups)) : '',
    channels > 0 ? reached.channels(channels, count(channels)) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** What an error says of itself is in no language, and stands apart. */
const inCode = (problem: string): string => `<code>${escapeHtml(clip(problem, PROBLEM_MAX))}</code>`

function checkLine(words: Words['operator'], { name, ms, problem }: HealthView['checks'][number]): string {
  const names: Readonly<Record<string, string>> = words.part
  const part = escapeHtml(names[name] ?? name)
  if (problem === undefined) return `✓ ${part}: ${words.fine(Math.round(ms))}`
  return `⚠ ${part}: ${words.unreachable(inCode(problem))}`
}

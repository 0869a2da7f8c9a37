import { HOUR_MS, SECOND_MS } from '../rates/durations.ts'
import type { Quote } from '../rates/monitor.ts'
import { plainTitle, sourceOf } from './format/quote.ts'
import { block, clip, escapeHtml, lines, spread } from './format/text.ts'
import type { Words } from './words/words.ts'

const QUOTES_MAX = 20
const PROBLEM_MAX = 120

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

/** Whether what we need can be reached, each in so many ms or why not. */
export interface HealthView {
  readonly checks: readonly { readonly name: string; readonly ms: number; readonly problem?: string }[]
  readonly stale: readonly Quote[]
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

    health: ({ checks, stale, replaced, version, uptimeMs }: HealthView): string =>
      lines(
        `<b>${words.health}</b>`,
        ...checks.map((check) => checkLine(words, check)),
        replaced && words.replaced(escapeHtml(replaced.address), Math.floor(replaced.agoMs / HOUR_MS)),
        stale.length === 0 ? words.noneStale : lines(words.stale(stale.length), listOf(stale)),
        `${words.running(Math.floor(uptimeMs / HOUR_MS))} · <code>${escapeHtml(version)}</code>`,
      ),

    /** Sources that stand still, and those that move again. */
    sources: (stale: readonly Quote[], back: readonly Quote[]): string =>
      lines(
        stale.length > 0 && lines(words.wentStale, listOf(stale)),
        back.length > 0 && lines(words.isBack, listOf(back)),
      ),
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

const listOf = (quotes: readonly Quote[]): string =>
  quotes
    .slice(0, QUOTES_MAX)
    .map((quote) => `· ${escapeHtml(plainTitle(quote))} (${escapeHtml(sourceOf(quote))})`)
    .join('\n')

import { monitorName, type Quote } from '../rates/monitor.ts'
import { equation } from './format/figures.ts'
import { clip, escapeHtml, lines } from './format/text.ts'
import { boldTitle, nameOf, type Titled } from './format/titles.ts'
import { effectiveMark, othersLine, silenceMark, simulatedMark, staleMark } from './prices/marks.ts'
import { type OverviewView, overview } from './prices/overview.ts'
import type { Words } from './words/words.ts'

const ASKED_MAX = 40
const NAME_MAX = 70

/** A monitor that is followed from now on; `others` share its key. `now` in ms. */
export interface FollowView {
  readonly quote: Quote
  readonly others?: readonly Titled[]
  /** When the rate API was last heard of it (ms). */
  readonly asOf?: number
  readonly now: number
}

/** The answer to a follow: what is followed, from which price, and who else has a monitor of that key. */
export const followed = (words: Words, { quote, others = [], now, asOf = now }: FollowView): string =>
  lines(
    words.following(boldTitle(quote)),
    `${equation(words, quote, quote.price)} · ${nameOf(quote)}`,
    effectiveMark(words, quote, now),
    staleMark(words, quote, now),
    silenceMark(words, asOf, now),
    simulatedMark(words, [quote]),
    othersLine(words, quote, others),
  )

/** The answer about a monitor, with its name, where others share its key. */
export const about = (words: Words, text: string, subject: Titled, others: readonly Titled[]): string =>
  lines(`${text} ${nameOf(subject)}`, othersLine(words, subject, others))

/** No monitor has the name asked for; `near` says whether others are offered. */
export const unknownMonitor = (words: Words, asked: string, near: boolean): string =>
  `${words.unknownMonitor(escapeHtml(clip(asked, ASKED_MAX)))} ${near ? words.didYouMean : words.seeAll}`

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** Who greets: what we do, all prices, and what to try. */
export const welcome = (words: Words, view: OverviewView): string =>
  lines(words.hello, overview(words, view), view.observedQuotes.length > 0 && words.whatNext(code('100 usd')))

/** Every command, and what to write, by the example of a rate that exists. */
export function help(words: Words, example: Quote | undefined): string {
  const commands = words.menu.map(({ command, description }) => `/${command} · ${escapeHtml(description)}`)
  const named = (name: string): string => code(`/${words.menu[0]?.command} ${clip(name, NAME_MAX)}`)
  return lines(
    words.helpIntro,
    ...commands,
    `\n${words.helpAmounts(code('100 usd'), code('5000 bs'))}`,
    example && words.helpNames(named(example.monitor.key), named(monitorName(example.monitor))),
    words.helpGroups,
  )
}

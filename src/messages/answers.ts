import { monitorName, type Quote } from '../rates/monitor.ts'
import { equation } from './figures.ts'
import { effectiveMark, othersLine, simulatedMark, staleMark } from './marks.ts'
import { clip, escapeHtml, lines } from './text.ts'
import { boldTitle, nameOf, type Titled } from './titles.ts'
import type { Words } from './words.ts'

const ASKED_MAX = 40
const NAME_MAX = 70

/** A monitor that is followed from now on; `others` share its key. `now` in ms. */
export interface FollowView {
  readonly quote: Quote
  readonly others?: readonly Titled[]
  readonly now: number
}

/** The answer to a follow: what is followed, from which price, and who else has a monitor of that key. */
export const followed = (words: Words, { quote, others = [], now }: FollowView): string =>
  lines(
    words.following(boldTitle(quote)),
    `${equation(quote, quote.price)} · ${nameOf(quote)}`,
    effectiveMark(words, quote, now),
    staleMark(words, quote, now),
    simulatedMark(words, [quote]),
    othersLine(words, quote, others),
  )

/** The answer about a monitor, with its name, where others share its key. */
export const about = (words: Words, text: string, subject: Titled, others: readonly Titled[]): string =>
  lines(`${text} ${nameOf(subject)}`, othersLine(words, subject, others))

/** No monitor has the name asked for; `near` says whether others are offered. */
export const unknownMonitor = (words: Words, asked: string, near: boolean): string =>
  `${words.unknownMonitor(escapeHtml(clip(asked, ASKED_MAX)))} ${near ? words.didYouMean : words.seeAll}`

/** What the bot can do, and how to name a rate, by the example of one that exists. */
export function help(words: Words, example: Quote | undefined): string {
  const commands = words.menu.map(({ command, description }) => `/${command} · ${escapeHtml(description)}`)
  const names = example && [example.monitor.key, monitorName(example.monitor)]
  const examples = names?.map(
    (name) => `<code>/${words.menu[0]?.command} ${escapeHtml(clip(name, NAME_MAX))}</code>`,
  )
  return lines(words.helpIntro, ...commands, examples && `\n${words.helpNames}`, ...(examples ?? []))
}

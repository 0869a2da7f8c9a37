import { monitorName, type Quote } from '../rates/monitor.ts'
import { equation } from './figures.ts'
import { effectiveMark, simulatedMark, staleMark } from './marks.ts'
import { clip, escapeHtml, lines } from './text.ts'
import { boldTitle } from './titles.ts'
import type { Words } from './words.ts'

const ASKED_MAX = 40

/** The answer to a follow: what is followed, and the price it is followed from. */
export const followed = (words: Words, quote: Quote, now: number): string =>
  lines(
    words.following(boldTitle(quote)),
    equation(quote, quote.price),
    effectiveMark(words, quote, now),
    staleMark(words, quote, now),
    simulatedMark(words, [quote]),
  )

/** No monitor has the name asked for; `near` says whether others are offered. */
export const unknownMonitor = (words: Words, asked: string, near: boolean): string =>
  `${words.unknownMonitor(escapeHtml(clip(asked, ASKED_MAX)))} ${near ? words.didYouMean : words.seeAll}`

/** What the bot can do, and how to name a rate, by the example of one that exists. */
export function help(words: Words, example: Quote | undefined): string {
  const commands = words.menu.map(({ command, description }) => `/${command} · ${escapeHtml(description)}`)
  const names = example && [example.monitor.key, monitorName(example.monitor)]
  const examples = names?.map((name) => `<code>/${words.menu[0]?.command} ${escapeHtml(name)}</code>`)
  return lines(words.helpIntro, ...commands, examples && `\n${words.helpNames}`, ...(examples ?? []))
}

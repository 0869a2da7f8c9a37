import type { Quote } from '../rates/monitor.ts'
import { plainTitle } from './format/quote.ts'
import { clip, code, escapeHtml, lines } from './format/text.ts'
import { type MainRatesView, mainBlock } from './prices/overview.ts'
import { menuOf, type Words } from './words/words.ts'

const ASKED_MAX = 40
const NAME_MAX = 70

/** No monitor has the name asked for; `near` says whether others are offered. */
export const unknownMonitor = (words: Words, asked: string, near: boolean): string =>
  `${words.unknownMonitor(escapeHtml(clip(asked, ASKED_MAX)))} ${near ? words.didYouMean : words.seeAll}`

/** The answer to `/start`: what the bot does, the prices that matter most, and what to try. */
export const welcome = (words: Words, view: MainRatesView): string =>
  view.observedQuotes.length > 0
    ? lines(words.hello, mainBlock(words, view), words.whatNext(code('100 usd')))
    : lines(words.hello, words.noPrices)

/** Every command, and what to write, by the example of a rate that exists. */
export function help(words: Words, example: Quote | undefined): string {
  const commands = menuOf(words).map(({ command, description }) => `/${command} · ${escapeHtml(description)}`)
  const named = (name: string): string => code(`/${words.commands.rate} ${clip(name, NAME_MAX)}`)
  return lines(
    words.helpIntro,
    ...commands,
    `\n${words.helpAmounts(code('100 usd'), code('5000 bs'))}`,
    example && words.helpNames(named(example.monitor.key), named(plainTitle(example))),
    words.helpGroups,
  )
}

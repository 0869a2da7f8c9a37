import type { Quote } from '../../domain/monitor.ts'
import { plainTitle } from '../../words/price.ts'
import { clip, code, escapeHtml, lines } from '../../words/text.ts'
import { menuOf, type Words } from '../../words/words.ts'
import { type MainRatesView, mainBlock } from '../rate/text.ts'

const NAME_MAX = 70

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

import { code, escapeHtml, lines } from '../../words/text.ts'
import { menuOf, type Words } from '../../words/words.ts'
import { type MainRatesView, mainBlock } from '../rate/text.ts'

/** The answer to `/start`: what the bot does, the prices that matter most, and what to try. */
export const welcome = (words: Words, view: MainRatesView): string =>
  view.observedQuotes.length > 0
    ? lines(words.hello, mainBlock(words, view), words.whatNext(code('100 usd')))
    : lines(words.hello, words.noPrices)

/** What people write, by examples. */
export const help = ({ help: { intro, examples, groups } }: Words): string =>
  lines(intro, ...examples.map(([text, what]) => `${code(text)} · ${escapeHtml(what)}`), groups)

/** Every command, and what it does. */
export const commandList = (words: Words): string =>
  lines(
    words.help.allCommands,
    ...menuOf(words).map(({ command, description }) => `/${command} · ${escapeHtml(description)}`),
  )

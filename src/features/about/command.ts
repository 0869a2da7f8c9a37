import type { BotContext } from '../../bot/context.ts'
import type { FeatureParts } from '../../bot/feature.ts'
import type { Quote } from '../../domain/monitor.ts'
import type { Request } from '../../language/request.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import { newestOfAll } from '../../prices/prices.ts'
import { ageFrom, boldTitle, sourceOf } from '../../words/price.ts'
import { escapeHtml } from '../../words/text.ts'
import { freshness } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** Answers questions about the bot: where its prices come from and how old they are, what each rate is, who it is. */
export const createAbout = ({ prices }: Pick<FeatureParts, 'prices'>) => ({
  async answer(
    { words, preferred, now, replyOrEdit }: BotContext,
    { topic }: Extract<Request, { kind: 'about' }>,
  ): Promise<void> {
    if (topic !== 'sources' && topic !== 'fresh') return replyOrEdit(words.about[topic])
    const all = await newestOfAll(prices)
    if (topic === 'sources') {
      const names = new Set(all.map(({ quote }) => escapeHtml(sourceOf(quote))))
      return replyOrEdit(words.about.sources([...names]))
    }
    const main = mainRatesOf(prices, preferred).main.map(({ quote }) => quote)
    await replyOrEdit(main.map((quote) => ageLine(words, quote, now)).join('\n') || words.noPrices)
  },
})

/** «BCV: precio de hoy · Banco Central». */
function ageLine(words: Words, quote: Quote, now: number): string {
  const age = freshness(words, ageFrom(quote, now) ?? quote.lastUpdate, now)
  return `${boldTitle(quote)}: ${[age, escapeHtml(sourceOf(quote))].join(' · ')}`
}

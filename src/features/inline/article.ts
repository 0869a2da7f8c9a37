import { InlineKeyboard, InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResult } from 'grammy/types'
import type { Words } from '../../words/words.ts'
import { copyButton } from '../charge/buttons.ts'
import type { ChargeView } from '../charge/text.ts'
import { chargeCard, chargeResult } from '../charge/text.ts'
import type { GapView } from '../gap/text.ts'
import { gapMessage } from '../gap/text.ts'
import type { WorthView } from '../worth/text.ts'
import { worthCard, worthResult } from '../worth/text.ts'
import { gapResult } from './text.ts'

/** A message to be posted, and how it stands in the list of results. */
export interface Article {
  readonly title: string
  readonly description: string
  readonly html: string
  readonly keyboard?: InlineKeyboard
}

/** A result that posts a message. */
export function article({ title, description, html, keyboard }: Article): InlineQueryResult {
  const options = { description, ...(keyboard && { reply_markup: keyboard }) }
  return InlineQueryResultBuilder.article('0', title, options).text(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  })
}

/** A bill, with its bare amount to copy. */
export function billOf(words: Words, view: ChargeView): Article {
  const copy = copyButton(words, view.settlement)
  return {
    ...chargeResult(words, view),
    html: chargeCard(words, view),
    ...(copy && { keyboard: InlineKeyboard.from([[copy]]) }),
  }
}

/** A gap and its range. */
export const gapArticleOf = (words: Words, view: GapView): Article => ({
  ...gapResult(words, view),
  html: gapMessage(words, view),
})

/** An offer and how it compares. */
export const offerArticleOf = (words: Words, view: WorthView): Article => ({
  ...worthResult(words, view),
  html: worthCard(words, view),
})

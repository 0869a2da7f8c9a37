import { InlineKeyboard, InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResult } from 'grammy/types'
import type { ChargeView } from '../../../messages/charge.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { GapView } from '../../../messages/prices/gap.ts'
import type { WorthView } from '../../../messages/worth.ts'
import { copyButtons } from '../charge/keyboard.ts'

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
export function billOf(messages: Messages, view: ChargeView): Article {
  const copies = copyButtons(messages, view.settlement)
  return {
    ...messages.charge.result(view),
    html: messages.charge.card(view),
    ...(copies.length > 0 && { keyboard: InlineKeyboard.from([copies]) }),
  }
}

/** A gap and its range. */
export const gapArticleOf = (messages: Messages, view: GapView): Article => ({
  ...messages.gapResult(view),
  html: messages.gap(view),
})

/** An offer and how it compares. */
export const offerOf = (messages: Messages, view: WorthView): Article => ({
  ...messages.worth.result(view),
  html: messages.worth.card(view),
})

import { InlineKeyboard } from 'grammy'
import { keyboardOf } from '../../bot/buttons.ts'
import { EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { SECOND_MS } from '../../domain/caracas.ts'
import { escapeHtml } from '../../words/text.ts'
import { shareText } from './text.ts'

/** Telegram's limit for the text that a button copies. */
const COPIED_LENGTH_MAX = 256
/** A link that is longer may be refused. */
const LINK_LENGTH_MAX = 2_000

/** The button [Share] under a result: writes it as plain text, with buttons that send that on. */
export function createShare({ access }: FeatureParts): Feature {
  const feature = new Feature(access, EVERYONE)
  feature.button('share', async (ctx, _monitor, { isBill }) => {
    const { words, me, chatState } = ctx
    const shown = ctx.callbackQuery?.message
    if (!shown || !('text' in shown) || shown.text === undefined) return words.oldButton
    const at = (shown.edit_date ?? shown.date) * SECOND_MS
    const payTo = isBill ? chatState?.payTo : undefined
    const text = shareText(words, { text: shown.text, at, bot: me.username, payTo })
    ctx.isBelow = true
    await ctx.replyOrEdit(
      escapeHtml(text),
      keyboardOf(
        [
          linkTo('WhatsApp', 'https://wa.me/?text=', text),
          linkTo('Telegram', 'https://t.me/share/url?url=', text),
        ],
        [text.length <= COPIED_LENGTH_MAX && InlineKeyboard.copyText(words.share.copy, text)],
      ),
    )
    return undefined
  })
  return feature
}

function linkTo(caption: string, address: string, text: string) {
  const url = address + encodeURIComponent(text)
  return url.length <= LINK_LENGTH_MAX && InlineKeyboard.url(caption, url)
}

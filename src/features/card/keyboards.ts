import { InlineKeyboard } from 'grammy'
import { isShareable } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import type { Chat } from '../../chats/chats.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Words } from '../../words/words.ts'
import { LOOKS, type Look, nameOfLook } from './look.ts'

const SHARE = 's:'

/** What a button under a card does: shows another look, or sends the picture alone. */
export interface ImageButton {
  readonly look: string
  readonly isShare: boolean
}

export const parseImageButton = (argument: string): ImageButton =>
  argument.startsWith(SHARE)
    ? { look: argument.slice(SHARE.length), isShare: true }
    : { look: argument, isShare: false }

const image = (argument = ''): string => formatButtonData('image', undefined, argument)
const shop = (argument = ''): string => formatButtonData('shop', undefined, argument)

/** The buttons under a card: the other format and colours, the picture alone, the shop. */
export function cardKeyboard(ctx: Pick<BotContext, 'chat' | 'words'>, look: Look): InlineKeyboard {
  const { button } = ctx.words.card
  const shape = look.shape === 'tall' ? 'square' : 'tall'
  const theme = look.theme === 'light' ? 'dark' : 'light'
  const keyboard = new InlineKeyboard()
    .text(button[shape], image(nameOfLook({ ...look, shape })))
    .text(button[theme], image(nameOfLook({ ...look, theme })))
    .row()
  if (isShareable(ctx)) keyboard.text(button.share, image(`${SHARE}${nameOfLook(look)}`))
  return keyboard.text(button.shop, shop())
}

/** Brings back what a shop had before a typed line. */
export const undoButton = ({ card: { button } }: Words) => InlineKeyboard.text(button.undo, shop('u'))

/** The buttons of the shop's page. */
export function shopKeyboard(
  { card: { button } }: Words,
  chat: Pick<Chat, 'shop' | 'products'>,
): InlineKeyboard {
  const removals = [
    ...(chat.shop === undefined ? [] : [InlineKeyboard.text(button.noName, shop('n-'))]),
    ...(chat.products === undefined ? [] : [InlineKeyboard.text(button.noProducts, shop('p-'))]),
  ]
  const changes = [
    InlineKeyboard.text(button.name, shop('n')),
    InlineKeyboard.text(button.products, shop('p')),
  ]
  const rows = [changes, removals, [InlineKeyboard.text(button.show, image())]]
  return InlineKeyboard.from(rows.filter((row) => row.length > 0))
}

/** The looks of cards that are posted by themselves; where they are, the chosen one is marked, and another button ends them. */
export function autoKeyboard({ card: { look, button } }: Words, chosen?: Look): InlineKeyboard {
  const buttons = LOOKS.map((one) => {
    const name = nameOfLook(one)
    const isChosen = chosen !== undefined && name === nameOfLook(chosen)
    return InlineKeyboard.text(isChosen ? `✓ ${look[name]}` : look[name], shop(`a${name}`))
  })
  return InlineKeyboard.from([
    buttons.slice(0, 2),
    buttons.slice(2),
    ...(chosen ? [[InlineKeyboard.text(button.autoOff, shop('a-'))]] : []),
  ])
}

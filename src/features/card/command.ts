import type { InlineKeyboard } from 'grammy'
import { act, isShareable, keyboardOf } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { ADMINISTRATORS, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { SHOP_NAME_MAX } from '../../domain/deal/charge.ts'
import type { ShopLine } from '../../language/request.ts'
import type { ReadShop } from '../../language/shop.ts'
import { newestOfAll } from '../../prices/prices.ts'
import type { Pictures } from '../history/pictures.ts'
import { type Cards, type Look, lookOf, nameOfLook, parseImage, parseLook, splitLook } from './cards.ts'
import { keepShop, readShopTyped, type ShopPages } from './shop.ts'
import { productsRefusal } from './text.ts'

interface CardParts {
  readonly cards: Cards
  readonly pictures: Pictures
  readonly pages: ShopPages
}

/** `/image`: today's card; `/image auto` posts it by itself, `/image shop` says what stands on it, `/image NAME; rice 1,20` changes that. */
export function createCard(
  { access, prices, chats, sessions }: FeatureParts,
  { cards, pictures, pages }: CardParts,
) {
  async function cardFor({ chatState, words, now, me }: BotContext, look: Look) {
    await newestOfAll(prices)
    return cards.cardOf({ chatState, words, now, bot: me.username }, look)
  }

  /** Returns a notice for the presser of a button, where there is one. */
  async function show(ctx: BotContext, look: Look, caption = ''): Promise<string | undefined> {
    const { words } = ctx
    const card = await cardFor(ctx, look)
    const above = caption === '' ? '' : `${caption}\n`
    if (!card) return say(ctx, `${above}${words.card.notReady}`)
    const keyboard = keyboardOf(cardKeyboard(ctx, look), [
      caption !== '' && act(words.undo, 'shop', undefined, { act: 'undo' }),
    ])
    const sent = await pictures.show(ctx, { view: card.view, caption, keyboard })
    if (sent === 'busy') return say(ctx, `${above}${words.history.busy}`)
    return sent === 'unchanged' ? words.nothingNew : undefined
  }

  /** Sends the picture alone, without text and buttons: so it can be forwarded, or saved for a status. */
  async function share(ctx: BotContext, look: Look): Promise<string | undefined> {
    const card = await cardFor(ctx, look)
    if (!card) return ctx.words.card.notReady
    const { api, chatKey, thread } = ctx
    const isSent = await pictures.sendAlone(api, { chat: chatKey, thread, view: card.view })
    return isSent ? undefined : ctx.words.history.busy
  }

  /** People keep the look that they chose last; in groups and channels administrators choose it. */
  async function showChosen(ctx: BotContext, look: Look): Promise<string | undefined> {
    if (ctx.isPrivate && nameOfLook(look) !== nameOfLook(lookOf(ctx.chatState)))
      await chats.settings.set(ctx.chatKey, 'look', nameOfLook(look))
    return show(ctx, look)
  }

  /** Keeps what stands on the card, and shows it. */
  async function answerShop(ctx: BotContext, line: ShopLine, look = lookOf(ctx.chatState)): Promise<void> {
    if (!(await access.mayUse(ctx, ADMINISTRATORS))) return
    const { isKept, html } = await keepShop(ctx, line, chats, sessions)
    if (!isKept) return ctx.replyOrEdit(html)
    ctx.chatState = await chats.read(ctx.chatKey)
    await show(ctx, look, html)
  }

  async function answer(ctx: BotContext, text: string): Promise<void> {
    const own = lookOf(ctx.chatState)
    const { look, rest } = splitLook(text)
    const typed = readShopTyped(rest, ctx, prices.markNames)
    if (typed?.kind === 'shop') {
      const read = parseImage(look, own)
      return answerShop(ctx, typed.line, (read.kind === 'show' && read.look) || own)
    }
    if (typed) return ctx.replyOrEdit(shopRefusal(ctx, typed))
    const request = parseImage(text, own)
    if (request.kind === 'show') return void (await showChosen(ctx, request.look ?? own))
    if (!(await access.mayUse(ctx, ADMINISTRATORS))) return
    await (request.kind === 'shop' ? pages.show(ctx) : pages.setAuto(ctx, request.isOn))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('image', (ctx) => answer(ctx, textAfterCommand(ctx)))
  feature.button('image', async (ctx, _monitor, { look: name, isShare }) => {
    const look = name === undefined ? lookOf(ctx.chatState) : parseLook(name)
    if (!look || (isShare && !isShareable(ctx))) return ctx.words.oldButton
    if (isShare) return share(ctx, look)
    // Anybody may have made the link that leads here: it chooses nothing for who opens it.
    return ctx.callbackQuery ? showChosen(ctx, look) : show(ctx, look)
  })
  return { feature, answer, answerShop }
}

/** The whole text after a command: a list of products is longer than other arguments. */
const textAfterCommand = ({ msg }: Pick<BotContext, 'msg'>): string =>
  (msg?.text ?? '').replace(/^\S+\s*/, '')

/** Text that refuses a typed name or list of products. */
const shopRefusal = ({ words }: BotContext, read: Exclude<ReadShop, { kind: 'shop' }>): string =>
  read.kind === 'long_shop' ? words.card.badName(SHOP_NAME_MAX) : productsRefusal(words, read)

/** A text in the chat, or a notice where a button was pressed. */
async function say(ctx: BotContext, text: string): Promise<string | undefined> {
  if (ctx.callbackQuery) return text
  await ctx.replyOrEdit(text)
  return undefined
}

/** The buttons under a card: the other format and colours, the picture alone, the shop. */
export function cardKeyboard(ctx: Pick<BotContext, 'chat' | 'words'>, look: Look): InlineKeyboard {
  const { button, card } = ctx.words
  const shape = look.shape === 'tall' ? 'square' : 'tall'
  const theme = look.theme === 'light' ? 'dark' : 'light'
  const lookButton = (caption: string, other: Look, isShare = false) =>
    act(caption, 'image', undefined, { look: nameOfLook(other), isShare })
  return keyboardOf(
    [lookButton(card.button[shape], { ...look, shape }), lookButton(card.button[theme], { ...look, theme })],
    [isShareable(ctx) && lookButton(button.share, look, true), act(card.button.shop, 'shop')],
  )
}

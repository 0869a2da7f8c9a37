import type { Chats } from '../../../chats/chats.ts'
import { newestOfAll } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { BotContext } from '../../context.ts'
import { type Access, ADMINISTRATORS, EVERYONE, Feature } from '../../feature.ts'
import type { Pictures } from '../history/pictures.ts'
import { type Cards, lookOf } from './cards.ts'
import { cardKeyboard, parseImageButton } from './keyboards.ts'
import { type Look, nameOfLook, parseImage, parseLook } from './look.ts'
import type { ShopPages } from './shop.ts'

export interface CardOptions {
  readonly prices: Prices
  readonly cards: Cards
  readonly pictures: Pictures
  readonly chats: Pick<Chats, 'settings'>
  readonly pages: ShopPages
}

/** `/image`: today's card; `/image auto` posts it by itself, `/image shop` says what stands on it. */
export function createCard(access: Access, { prices, cards, pictures, chats, pages }: CardOptions) {
  const cardFor = async (ctx: BotContext, look: Look) =>
    cards.cardOf(await newestOfAll(prices), { ...readerOf(ctx), bot: ctx.me.username }, look)

  /** Returns a notice for the presser of a button, where there is one. */
  async function show(ctx: BotContext, look: Look): Promise<string | undefined> {
    const { messages } = ctx
    const card = await cardFor(ctx, look)
    if (!card) return say(ctx, messages.card.notReady)
    const sent = await pictures.show(ctx, {
      view: card.view,
      caption: '',
      keyboard: cardKeyboard(messages, look),
    })
    if (sent === 'busy') return say(ctx, messages.historyNotice.busy)
    return sent === 'unchanged' ? messages.nothingNew : undefined
  }

  /** Sends the picture alone, without text and buttons: so it can be forwarded, or saved for a status. */
  async function share(ctx: BotContext, look: Look): Promise<string | undefined> {
    const card = await cardFor(ctx, look)
    if (!card) return ctx.messages.card.notReady
    const { api, me, chatKey, thread } = ctx
    const isSent = await pictures.sendAlone(api, { bot: me.id, chat: chatKey, thread, view: card.view })
    return isSent ? undefined : ctx.messages.historyNotice.busy
  }

  /** People keep the look that they chose last; in groups and channels administrators choose it. */
  async function showChosen(ctx: BotContext, look: Look): Promise<string | undefined> {
    if (ctx.isPrivate && nameOfLook(look) !== nameOfLook(lookOf(ctx.chatState)))
      await chats.settings.setLook(ctx.chatKey, nameOfLook(look))
    return show(ctx, look)
  }

  async function answer(ctx: BotContext, text: string): Promise<void> {
    const own = lookOf(ctx.chatState)
    const request = parseImage(text, own)
    if (request.kind === 'show') return void (await showChosen(ctx, request.look ?? own))
    if (!(await access.mayUse(ctx, ADMINISTRATORS))) return
    await (request.kind === 'shop' ? pages.show(ctx) : pages.setAuto(ctx, request.isOn))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('image', (ctx) => answer(ctx, ctx.match))
  feature.button('image', async (ctx, _monitor, argument) => {
    const { look: name, isShare } = parseImageButton(argument)
    const look = name === '' ? lookOf(ctx.chatState) : parseLook(name)
    if (!look) return ctx.messages.oldButton
    return isShare ? share(ctx, look) : showChosen(ctx, look)
  })
  return { feature, answer }
}

const readerOf = ({ chatState, messages, now }: BotContext) => ({ chatState, messages, now })

/** A text in the chat, or a notice where a button was pressed. */
async function say(ctx: BotContext, text: string): Promise<string | undefined> {
  if (ctx.callbackQuery) return text
  await ctx.replyOrEdit(text)
  return undefined
}

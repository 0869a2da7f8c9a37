import type { InlineKeyboard } from 'grammy'
import { act, inRows, keyboardOf } from '../../bot/buttons.ts'
import { type BotContext, introduce } from '../../bot/context.ts'
import { ask, DialogFeature, defineDialog } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, type FeatureParts } from '../../bot/feature.ts'
import type { Sessions } from '../../bot/session.ts'
import type { Chat } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import { HOUR_SECONDS } from '../../domain/caracas.ts'
import { PRODUCTS_MAX, SHOP_NAME_MAX } from '../../domain/deal/charge.ts'
import type { ShopLine } from '../../language/request.ts'
import { addProducts, parseShopLine, parseTypedProducts, type ReadShop } from '../../language/shop.ts'
import type { MarkNames } from '../../language/speech.ts'
import { tokensOf, unitOf } from '../../language/tokens.ts'
import { type FieldsOf, formatButtonData } from '../../telegram/button-data.ts'
import type { Words } from '../../words/words.ts'
import { type Cards, isShopName, LOOKS, type Look, lookOf, nameOfLook, parseLook } from './cards.ts'
import { askProducts, keptMessage, productsRefusal, shopMessage } from './text.ts'

/** The pages on which administrators choose what their card shows, and whether it is posted by itself. */
export function createShopPages({ chats }: Pick<FeatureParts, 'chats'>, cards: Pick<Cards, 'official'>) {
  async function show(ctx: BotContext): Promise<void> {
    const chat = await chats.read(ctx.chatKey)
    await ctx.replyOrEdit(shopMessage(ctx.words, chat), shopKeyboard(ctx.words, chat))
  }

  const showAuto = (ctx: BotContext, look: Look): Promise<void> =>
    ctx.replyOrEdit(ctx.words.card.autoOn, autoKeyboard(ctx.words, look))

  /** Switches posts on from the next official price on, or off. */
  async function setAuto(ctx: BotContext, isOn: boolean, look = lookOf(ctx.chatState)): Promise<void> {
    const { chatKey, words } = ctx
    if (!isOn) {
      await chats.cards.stop(chatKey)
      return ctx.replyOrEdit(words.card.autoOff)
    }
    if (ctx.isPrivate) return ctx.replyOrEdit(words.card.autoPlace)
    const official = cards.official()
    if (!official) return ctx.replyOrEdit(words.noPrices)
    await chats.cards.begin(chatKey, official.quote)
    await introduce(ctx, chats)
    await showAuto(ctx, look)
  }

  /** Shows whether posts are on, and offers to change it. */
  async function askAuto(ctx: BotContext): Promise<void> {
    const { chatState, words } = ctx
    if (chatState?.posted) return showAuto(ctx, lookOf(chatState))
    await ctx.replyOrEdit(words.card.autoAsk, autoKeyboard(words))
  }

  async function chooseAuto(ctx: BotContext, name: string | undefined): Promise<void> {
    if (name === undefined) return askAuto(ctx)
    const look = parseLook(name)
    if (!look) return ctx.replyOrEdit(ctx.words.oldButton)
    await chats.settings.set(ctx.chatKey, 'look', nameOfLook(look))
    await (ctx.chatState?.posted ? showAuto(ctx, look) : setAuto(ctx, true, look))
  }

  return { show, setAuto, chooseAuto }
}

export type ShopPages = ReturnType<typeof createShopPages>

/** The page of the shop and its dialogs; the buttons under automatic posts too. */
export function createShop({ access, chats, sessions }: FeatureParts, pages: ShopPages): DialogFeature {
  /** Asks for the name on the card. */
  const nameDialog = defineDialog<object>('shop-name', async (conversation, ctx) => {
    const { card } = ctx.words
    const name = await ask(conversation, ctx, {
      html: card.askName,
      back: formatButtonData('shop'),
      typed: { read: parseShopName, again: () => card.badName(SHOP_NAME_MAX), isAmbiguous: isSentence },
    })
    await ctx.once(async (outside) => {
      await chats.settings.set(outside.chatKey, 'shop', name)
      await pages.show(outside)
    })
  })

  /** Asks for the whole list of products, or for more of them after `+`. */
  const productsDialog = defineDialog<object>('shop-products', async (conversation, ctx) => {
    const { words } = ctx
    const before = await ctx.once(({ chatState }) => [...(chatState?.products ?? [])])
    const readTyped = (text: string) => parseTypedProducts(text, before, words.numbers.style)
    const products = await ask(conversation, ctx, {
      html: askProducts(words, before),
      back: formatButtonData('shop'),
      typed: {
        isAmbiguous: isSentence,
        read: (text) => {
          const read = readTyped(text)
          return read.kind === 'products' ? [...read.products] : undefined
        },
        again: (text) => {
          const read = readTyped(text)
          return read.kind === 'products' ? askProducts(words, before) : productsRefusal(words, read)
        },
      },
    })
    await ctx.once(async (outside) => {
      await chats.settings.setProducts(outside.chatKey, products)
      await pages.show(outside)
    })
  })

  async function remove(ctx: BotContext, removal: Promise<void>): Promise<void> {
    await removal
    await pages.show(ctx)
  }

  /** Brings back what a shop had before a typed line. */
  async function undo(ctx: BotContext): Promise<string | undefined> {
    const had = await sessions.find<ShopBefore>(ctx.chatKey, 'shop')
    if (!had) return ctx.words.oldButton
    await chats.settings.set(ctx.chatKey, 'shop', had.shop)
    await chats.settings.setProducts(ctx.chatKey, had.products ?? [])
    await sessions.remove(ctx.chatKey, 'shop')
    await pages.show(ctx)
    return undefined
  }

  const feature = new DialogFeature(access, ADMINISTRATORS, [nameDialog, productsDialog])
  feature.button('shop', async (ctx, _monitor, { act, look }) => {
    const { chatKey } = ctx
    if (act === 'undo') return undo(ctx)
    if (act === 'name') await nameDialog.enter(ctx, {})
    else if (act === 'products') await productsDialog.enter(ctx, {})
    else if (act === 'removeName') await remove(ctx, chats.settings.set(chatKey, 'shop', undefined))
    else if (act === 'removeProducts') await remove(ctx, chats.settings.setProducts(chatKey, []))
    else if (act === 'auto') await pages.chooseAuto(ctx, look)
    else if (act === 'autoOff') await pages.setAuto(ctx, false)
    else await pages.show(ctx)
    return undefined
  })
  return feature
}

/** A name or a product is of a few words; `avísame si el paralelo pasa de 962` can be read as a product. */
const isSentence = (text: string): boolean => !text.includes('\n') && text.trim().split(/\s+/).length >= 3

function parseShopName(text: string): string | undefined {
  const name = text.replace(/\s+/g, ' ').trim()
  return name !== '' && [...name].length <= SHOP_NAME_MAX ? name : undefined
}

/** Reads what follows `/image` as a shop's name, its products, or both; undefined for words about the picture. */
export function readShopTyped(
  text: string,
  { words }: Pick<BotContext, 'words'>,
  markNames: MarkNames,
): ReadShop | undefined {
  const read = parseShopLine(text, words.numbers.style)
  if (/[;\n]/.test(text)) return read
  const hasRate = (name: string): boolean =>
    markNames(tokensOf(name) ?? []).some(
      (token) => token.kind === 'name' || unitOf(token)?.kind === 'currency',
    )
  if (read.kind === 'shop') return read.line.products?.some(({ name }) => hasRate(name)) ? undefined : read
  if (read.kind !== 'no_price' || !isShopName(text) || hasRate(text)) return undefined
  const shop = text.trim().replace(/\s+/g, ' ')
  return [...shop].length > SHOP_NAME_MAX ? { kind: 'long_shop' } : { kind: 'shop', line: { shop } }
}

/** Shop and products before a typed line, kept for an hour for the undo button. */
type ShopBefore = Pick<Chat, 'shop' | 'products'>

/** Keeps a shop's name and products; returns what is said of it, and whether anything was kept. */
export async function keepShop(
  ctx: BotContext,
  { shop, products, isAdded }: ShopLine,
  chats: Pick<Chats, 'settings'>,
  sessions: Pick<Sessions, 'keep'>,
): Promise<{ readonly isKept: boolean; readonly html: string }> {
  const { chatKey, words, chatState } = ctx
  const had: ShopBefore = chatState ?? {}
  const kept = products && isAdded ? addProducts(had.products ?? [], products) : products
  if (kept && kept.length > PRODUCTS_MAX)
    return { isKept: false, html: productsRefusal(words, { kind: 'too_many' }) }
  sessions.keep(chatKey, 'shop', { shop: had.shop, products: had.products }, HOUR_SECONDS)
  if (shop !== undefined) await chats.settings.set(chatKey, 'shop', shop)
  if (kept) await chats.settings.setProducts(chatKey, kept)
  const isReplaced =
    (shop !== undefined && had.shop !== undefined && had.shop !== shop) ||
    (products !== undefined && !isAdded && had.products !== undefined)
  return {
    isKept: true,
    html: keptMessage(words, {
      shop,
      products: products?.length ?? 0,
      isAdded: isAdded === true,
      isReplaced,
    }),
  }
}

const shopButton = (caption: string, fields: FieldsOf<'shop'>) => act(caption, 'shop', undefined, fields)

/** The buttons of the shop's page. */
function shopKeyboard({ card: { button } }: Words, chat: Pick<Chat, 'shop' | 'products'>): InlineKeyboard {
  return keyboardOf(
    [shopButton(button.name, { act: 'name' }), shopButton(button.products, { act: 'products' })],
    [
      chat.shop !== undefined && shopButton(button.noName, { act: 'removeName' }),
      chat.products !== undefined && shopButton(button.noProducts, { act: 'removeProducts' }),
    ],
    [act(button.show, 'image')],
  )
}

/** The looks of cards that are posted by themselves; where they are, the chosen one is marked, and another button ends them. */
function autoKeyboard({ card: { look, button } }: Words, chosen?: Look): InlineKeyboard {
  const buttons = LOOKS.map((one) => {
    const name = nameOfLook(one)
    const isChosen = chosen !== undefined && name === nameOfLook(chosen)
    return shopButton(isChosen ? `✓ ${look[name]}` : look[name], { act: 'auto', look: name })
  })
  return keyboardOf(...inRows(buttons, 2), [chosen && shopButton(button.autoOff, { act: 'autoOff' })])
}

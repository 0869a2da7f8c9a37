import type { BotContext } from '../../bot/context.ts'
import type { Sessions } from '../../bot/session.ts'
import type { Chat } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import { PRODUCTS_MAX, SHOP_NAME_MAX } from '../../domain/deal/product.ts'
import { HOUR_SECONDS } from '../../domain/durations.ts'
import type { ShopLine } from '../../language/request.ts'
import { addProducts, parseShopLine, type ReadShop } from '../../language/shop.ts'
import type { MarkNames } from '../../language/speech.ts'
import { tokensOf, unitOf } from '../../language/tokens.ts'
import { isShopName } from './look.ts'
import { keptMessage, productsRefusal } from './text.ts'

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

/** What a shop had before a typed line, kept for an hour so that a button brings it back. */
export type ShopBefore = Pick<Chat, 'shop' | 'products'>

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
  if (kept && kept.length > PRODUCTS_MAX) return { isKept: false, html: productsRefusal(words, 'too_many') }
  sessions.keep(chatKey, 'shop', { shop: had.shop, products: had.products }, HOUR_SECONDS)
  if (shop !== undefined) await chats.settings.setShop(chatKey, shop)
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

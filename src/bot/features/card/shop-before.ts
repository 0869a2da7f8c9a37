import { z } from 'zod'
import type { Chat } from '../../../chats/chat.ts'
import { storedJson } from '../../../redis/script.ts'
import type { Log } from '../../../runtime/log.ts'
import type { BotContext } from '../../context.ts'
import { createExpiringTexts, type TextStore } from '../../expiring-texts.ts'

const KEPT_SECONDS = 60 * 60
const SHOP_JSON = storedJson.pipe(
  z.object({
    shop: z.exactOptional(z.string()),
    products: z.array(z.object({ name: z.string(), price: z.string().regex(/^\d+(?:\.\d+)?$/) })),
  }),
)

/** The name and the products that a shop had. */
export type ShopBefore = z.infer<typeof SHOP_JSON>

type OfChat = Pick<BotContext, 'chatKey'>

/** Keeps for an hour what a shop had before it was changed by a typed line: `shop:CHAT`. So a button brings it back. */
export function createShopsBefore(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: OfChat): string => `shop:${chatKey}`

  return {
    keep: (ctx: OfChat, { shop, products = [] }: Pick<Chat, 'shop' | 'products'>): void =>
      texts.keep(keyOf(ctx), JSON.stringify({ ...(shop !== undefined && { shop }), products })),
    /** Undefined where nothing is kept that this program can read. */
    async find(ctx: OfChat): Promise<ShopBefore | undefined> {
      const text = await texts.find(keyOf(ctx))
      return text === undefined ? undefined : SHOP_JSON.safeParse(text).data
    },
    forget: (ctx: OfChat): Promise<void> => texts.forget(keyOf(ctx)),
  }
}

export type ShopsBefore = ReturnType<typeof createShopsBefore>

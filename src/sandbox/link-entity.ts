import type { MessageEntity } from 'grammy/types'

/** Where a link stands, and the words that it is put on. */
export interface LinkedWords {
  readonly offset: number
  readonly inside: string
}

/** A link, or a mention of a user, put on words; none when the address is no address. */
export function linkEntity(url: string, { offset, inside }: LinkedWords): MessageEntity | undefined {
  const span = { offset, length: inside.length }
  const user = /^tg:\/\/user\/?\?id=(\d+)$/.exec(url)?.[1]
  if (user)
    return { type: 'text_mention', user: { id: Number(user), is_bot: false, first_name: inside }, ...span }
  const emoji = /^tg:\/\/emoji\/?\?id=(\d+)$/.exec(url)?.[1]
  if (emoji) return { type: 'custom_emoji', custom_emoji_id: emoji, ...span }
  const address = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `http://${url}`
  return URL.canParse(address) && address.includes('.')
    ? { type: 'text_link', url: address, ...span }
    : undefined
}

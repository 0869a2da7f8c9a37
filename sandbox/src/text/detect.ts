import type { MessageEntity } from 'grammy/types'
import type { FormattedText } from '../post.ts'

/** The offset and text of a link. */
export interface LinkedWords {
  readonly offset: number
  readonly inside: string
}

/** The entity of a link or a mention of a user; undefined when the address is invalid. */
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

type Found = MessageEntity.CommonMessageEntity['type']

/** In order of precedence: a match inside an earlier one is ignored. */
const PATTERNS: readonly (readonly [Found, RegExp])[] = [
  ['url', /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/gi],
  ['email', /(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}\b/gi],
  ['bot_command', /(?<![\w/<>@])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/])/g],
  ['mention', /(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{2,31}\b/g],
  ['hashtag', /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
  ['cashtag', /(?<![\w$])\$[A-Z]{1,8}\b/g],
]

const OPAQUE: readonly string[] = ['code', 'pre', 'text_link']

const overlaps = (a: MessageEntity, b: MessageEntity): boolean =>
  a.offset < b.offset + b.length && b.offset < a.offset + a.length

/** Detects links, commands, mentions and tags in plain text, as Telegram does. */
export function detectEntities({ text, entities }: FormattedText): MessageEntity[] {
  const taken = entities.filter((entity) => OPAQUE.includes(entity.type))
  const found: MessageEntity[] = []
  for (const [type, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const entity: MessageEntity = { type, offset: match.index, length: match[0].length }
      if (![...taken, ...found].some((other) => overlaps(entity, other))) found.push(entity)
    }
  }
  return found
}

import type { MessageEntity } from 'grammy/types'
import type { FormattedText } from './post.ts'

type Found = MessageEntity.CommonMessageEntity['type']

/** In order of precedence: what lies inside something already found is not found again. */
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

/** Links, commands, mentions and tags that nobody marked: Telegram finds them by itself. */
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

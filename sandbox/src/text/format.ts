import type { MessageEntity } from 'grammy/types'
import { badRequest } from '../errors.ts'
import type { FormattedText } from '../post.ts'
import { parseHtml } from './html.ts'

/** In order of precedence: a match inside an earlier one is ignored. */
const PATTERNS: readonly (readonly [MessageEntity.CommonMessageEntity['type'], RegExp])[] = [
  ['url', /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/gi],
  ['email', /(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}\b/gi],
  ['bot_command', /(?<![\w/<>@])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/])/g],
  ['mention', /(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{2,31}\b/g],
  ['hashtag', /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
  ['cashtag', /(?<![\w$])\$[A-Z]{1,8}\b/g],
]

const OPAQUE: readonly string[] = ['code', 'pre', 'text_link']

/** Formats text as Telegram stores it: reads its HTML, trims it, and detects links, commands, mentions and tags. */
export function formatText(source: string, parseMode = ''): FormattedText {
  if (!['', 'html'].includes(parseMode.toLowerCase()))
    throw badRequest("can't parse entities: the sandbox knows no parse_mode but HTML")
  const { text, entities } = trim(parseMode === '' ? { text: source, entities: [] } : parseHtml(source))
  const all = [...entities, ...detectEntities(text, entities)]
  return { text, entities: all.sort((a, b) => a.offset - b.offset || b.length - a.length) }
}

function trim({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length
  const inner = text.trim()
  const inside = entities.flatMap((entity) => {
    const from = Math.max(0, entity.offset - start)
    const length = Math.min(inner.length, entity.offset + entity.length - start) - from
    return length > 0 ? [{ ...entity, offset: from, length }] : []
  })
  return { text: inner, entities: inside }
}

const overlaps = (a: MessageEntity, b: MessageEntity): boolean =>
  a.offset < b.offset + b.length && b.offset < a.offset + a.length

function detectEntities(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const taken = entities.filter(({ type }) => OPAQUE.includes(type))
  const found: MessageEntity[] = []
  for (const [type, pattern] of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const entity: MessageEntity = { type, offset: match.index, length: match[0].length }
      if (![...taken, ...found].some((other) => overlaps(entity, other))) found.push(entity)
    }
  return found
}

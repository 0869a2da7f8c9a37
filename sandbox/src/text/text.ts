import type { MessageEntity } from 'grammy/types'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content, FormattedText } from '../post.ts'
import { parseHtml } from './html.ts'

const TEXT_LENGTH_MAX = 4_096
const CAPTION_LENGTH_MAX = 1_024
const SOURCE_BYTES_MAX = 32 * 1_024

/** Errors for a new message that is too long; an edited one gets an error code instead. */
export const NEW_TEXT_TOO_LONG = 'message is too long'
export const NEW_CAPTION_TOO_LONG = 'message caption is too long'

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

/** The `text` of a call as content. Throws as `textOf` does. */
export const readText = (call: Call, tooLong?: string): Content =>
  textOf(call.text('text'), call.text('parse_mode'), tooLong)

/** The `caption` of a call as content. Throws as `captionOf` does. */
export const readCaption = (call: Call, tooLong?: string): Content =>
  captionOf(call.text('caption'), call.text('parse_mode'), tooLong)

/** Formats the text of a message: 1 to 4096 UTF-16 units once parsed. Throws a 400 for any other. */
export function textOf(source = '', parseMode?: string, tooLong = 'MESSAGE_TOO_LONG'): Content {
  if (source === '') throw badRequest('message text is empty')
  const { text, entities } = format(source, parseMode)
  if (text === '') throw badRequest('text must be non-empty')
  if (text.length > TEXT_LENGTH_MAX) throw badRequest(tooLong)
  return { text, ...(entities.length > 0 && { entities }) }
}

/** Formats a caption: at most 1024 UTF-16 units once parsed; empty means none. Throws a 400 for a longer one. */
export function captionOf(source = '', parseMode?: string, tooLong = 'MEDIA_CAPTION_TOO_LONG'): Content {
  const { text, entities } = format(source, parseMode)
  if (text.length > CAPTION_LENGTH_MAX) throw badRequest(tooLong)
  if (text === '') return {}
  return { caption: text, ...(entities.length > 0 && { caption_entities: entities }) }
}

function format(source: string, parseMode?: string): FormattedText {
  if (Buffer.byteLength(source) > SOURCE_BYTES_MAX) throw badRequest('text is too long')
  return formatText(source, parseMode)
}

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

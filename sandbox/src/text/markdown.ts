import type { MessageEntity } from 'grammy/types'
import { badRequest } from '../errors.ts'
import type { FormattedText } from '../post.ts'
import { linkEntity } from './detect.ts'

const refuse = (reason: string): Error => badRequest(`can't parse entities: ${reason}`)

type Simple = MessageEntity.CommonMessageEntity['type']

/** Longer marks first: `__` is not twice `_`. */
const MARKS: readonly (readonly [string, Simple])[] = [
  ['||', 'spoiler'],
  ['__', 'underline'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strikethrough'],
]
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '||': 'Spoiler',
    __: 'Underline',
    '*': 'Bold',
    _: 'Italic',
    '~': 'Strikethrough',
    '`': 'Code',
    '```': 'Pre',
    '[': 'TextUrl',
  }),
)
const RESERVED = '_*[]()~`>#+-=|{}.!'
/** Any of the first 126 characters may be escaped. */
const ESCAPABLE_MAX = 126
const LANGUAGE = /^[A-Za-z0-9+#.-]+(?=\n)/

interface Open {
  readonly mark: string
  readonly offset: number
  /** Byte offset in the source, for error messages. */
  readonly where: number
}

interface Reading {
  readonly source: string
  readonly open: Open[]
  readonly entities: MessageEntity[]
  at: number
  text: string
  quote: { readonly offset: number } | undefined
}

/** Parses MarkdownV2 into text and entities (offsets in UTF-16 units), as strict about escapes as Telegram. */
export function parseMarkdownV2(source: string): FormattedText {
  const reading: Reading = { source, open: [], entities: [], at: 0, text: '', quote: undefined }
  while (reading.at < source.length) step(reading)
  endQuote(reading, false)
  const unclosed = reading.open.at(-1)
  if (unclosed)
    throw refuse(`Can't find end of ${NAMES.get(unclosed.mark)} entity at byte offset ${unclosed.where}`)
  return { text: reading.text, entities: reading.entities }
}

const byteOffset = ({ source, at }: Reading): number => Buffer.byteLength(source.slice(0, at))
const isNext = ({ source, at }: Reading, word: string): boolean => source.startsWith(word, at)

function step(reading: Reading): void {
  const mark = MARKS.find(([word]) => isNext(reading, word))
  if (takeLineStart(reading) || takeEscaped(reading)) return
  if (isNext(reading, '`')) readCode(reading, isNext(reading, '```') ? '```' : '`')
  else if (isExpandableEnd(reading)) readExpandableEnd(reading)
  else if (mark) toggle(reading, mark)
  else if (isNext(reading, '[') || isNext(reading, '![')) openLink(reading)
  else if (isNext(reading, ']')) closeLink(reading)
  else takePlain(reading)
}

function takeEscaped(reading: Reading): boolean {
  const { source, at } = reading
  const code = source[at] === '\\' ? source.charCodeAt(at + 1) : Number.NaN
  const isEscaped = code > 0 && code <= ESCAPABLE_MAX
  if (isEscaped) take(reading, 2, source[at + 1])
  return isEscaped
}

function take(reading: Reading, length: number, text = ''): void {
  reading.at += length
  reading.text += text
}

function takePlain(reading: Reading): void {
  const character = reading.source[reading.at] ?? ''
  if (RESERVED.includes(character))
    throw refuse(`Character '${character}' is reserved and must be escaped with the preceding '\\'`)
  take(reading, 1, character)
}

/** Lines that begin with `>` are a quotation; the first line without it ends the quotation. */
function takeLineStart(reading: Reading): boolean {
  const isLineStart = reading.at === 0 || reading.source[reading.at - 1] === '\n'
  if (!isLineStart) return false
  if (isNext(reading, '>')) {
    reading.quote ??= { offset: reading.text.length }
    reading.at += 1
    return true
  }
  endQuote(reading, false)
  return false
}

function endQuote(reading: Reading, isExpandable: boolean): void {
  const { quote, text, entities } = reading
  if (!quote) return
  const length = text.length - quote.offset - (text.endsWith('\n') ? 1 : 0)
  const type = isExpandable ? 'expandable_blockquote' : 'blockquote'
  if (length > 0) entities.push({ type, offset: quote.offset, length })
  reading.quote = undefined
}

/** `||` at the end of a line in a quotation, where no spoiler is open. */
function isExpandableEnd({ source, at, quote, open }: Reading): boolean {
  const isEnd = source.startsWith('||', at) && [undefined, '\n'].includes(source[at + 2])
  return quote !== undefined && isEnd && !open.some(({ mark }) => mark === '||')
}

function readExpandableEnd(reading: Reading): void {
  endQuote(reading, true)
  reading.at += 2
}

function readCode(reading: Reading, mark: '`' | '```'): void {
  const offset = reading.text.length
  const where = byteOffset(reading)
  reading.at += mark.length
  const language = mark === '```' ? takeLanguage(reading) : undefined
  const kind = language ? 'PreCode' : NAMES.get(mark)
  while (!isNext(reading, mark)) {
    if (reading.at >= reading.source.length)
      throw refuse(`Can't find end of ${kind} entity at byte offset ${where}`)
    takeInCode(reading)
  }
  reading.at += mark.length
  const span = { offset, length: reading.text.length - offset }
  const entity = mark === '`' ? { type: 'code' as const } : { type: 'pre' as const, ...language }
  if (span.length > 0) reading.entities.push({ ...entity, ...span })
}

/** Only a backslash has a meaning inside code. */
function takeInCode(reading: Reading): void {
  const { source, at } = reading
  if (source[at] === '\\' && at + 1 < source.length) take(reading, 2, source[at + 1])
  else take(reading, 1, source[at])
}

/** The word right after the marks, where a line break follows; that line break is not part of the text. */
function takeLanguage(reading: Reading): { language: string } | undefined {
  const language = LANGUAGE.exec(reading.source.slice(reading.at))?.[0]
  reading.at += language?.length ?? 0
  if (isNext(reading, '\n')) reading.at += 1
  return language ? { language } : undefined
}

function toggle(reading: Reading, [mark, type]: readonly [string, Simple]): void {
  const { open, entities, text } = reading
  const last = open.at(-1)
  if (last?.mark === mark) {
    open.pop()
    const length = text.length - last.offset
    if (length > 0) entities.push({ type, offset: last.offset, length })
  } else open.push({ mark, offset: text.length, where: byteOffset(reading) })
  reading.at += mark.length
}

function openLink(reading: Reading): void {
  reading.open.push({ mark: '[', offset: reading.text.length, where: byteOffset(reading) })
  reading.at += isNext(reading, '![') ? 2 : 1
}

function closeLink(reading: Reading): void {
  const { open, source, text, entities } = reading
  const start = open.at(-1)
  if (start?.mark !== '[') {
    takePlain(reading)
    return
  }
  open.pop()
  reading.at += 1
  const match = /^\(((?:\\.|[^)\\])*)\)/.exec(source.slice(reading.at))
  if (isNext(reading, '(') && !match)
    throw refuse(`Can't find end of a URL at byte offset ${byteOffset(reading)}`)
  reading.at += match?.[0].length ?? 0
  const inside = text.slice(start.offset)
  const url = (match?.[1] ?? inside).replaceAll(/\\(.)/g, '$1')
  const entity = inside && linkEntity(url, { offset: start.offset, inside })
  if (entity) entities.push(entity)
}

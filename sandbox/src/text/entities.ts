import type { MessageEntity } from 'grammy/types'
import { badRequest } from '../errors.ts'
import type { FormattedText } from '../post.ts'
import { detectEntities } from './detect.ts'
import { parseHtml } from './html.ts'
import { parseMarkdownV2 } from './markdown.ts'
import { fixNesting, keepMarks } from './nesting.ts'

/** Text before it is parsed; its explicit entities are used when there is no parse mode. */
export interface TextInput {
  readonly text: string
  readonly parseMode: string | undefined
  readonly entities: readonly MessageEntity[] | undefined
}

/** Formats text as Telegram stores it: parses markup, trims, detects links and commands, fixes the nesting. */
export function formatText({ text, parseMode, entities }: TextInput): FormattedText {
  const parsed = parseMarkup(text, parseMode) ?? { text, entities: entities ?? [] }
  const trimmed = trim(parsed)
  const marked = keepMarks(fixNesting(trimmed.entities))
  const found = detectEntities({ text: trimmed.text, entities: marked })
  return { text: trimmed.text, entities: fixNesting([...marked, ...found]) }
}

function parseMarkup(text: string, parseMode = ''): FormattedText | undefined {
  if (parseMode === '') return undefined
  if (parseMode.toLowerCase() === 'html') return parseHtml(text)
  if (parseMode.toLowerCase() === 'markdownv2') return parseMarkdownV2(text)
  if (parseMode.toLowerCase() === 'markdown')
    throw badRequest(
      "can't parse entities: the sandbox does not know the old Markdown, use MarkdownV2 or HTML",
    )
  throw badRequest('unsupported parse_mode')
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

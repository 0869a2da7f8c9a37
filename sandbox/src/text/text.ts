import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content, FormattedText } from '../post.ts'
import { formatText } from './format.ts'

const TEXT_LENGTH_MAX = 4_096
const CAPTION_LENGTH_MAX = 1_024
const SOURCE_BYTES_MAX = 32 * 1_024

/** Errors for a new message that is too long; an edited one gets an error code instead. */
export const NEW_TEXT_TOO_LONG = 'message is too long'
export const NEW_CAPTION_TOO_LONG = 'message caption is too long'

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

import type { InlineKeyboardMarkup } from 'grammy/types'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Keyboard } from './room.ts'

const BUTTONS_MAX = 100
const CALLBACK_DATA_BYTES_MAX = 64
const COPY_TEXT_LENGTH_MAX = 256

const ACTIONS = ['callback_data', 'url', 'copy_text']
const NO_ACTION = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"

const isCallbackData = (value: string): boolean =>
  value !== '' && Buffer.byteLength(value) <= CALLBACK_DATA_BYTES_MAX

function isUrl(url: string): boolean {
  const address = /^[a-z]+:/i.test(url) ? url : `http://${url}`
  return URL.canParse(address) && /^(?:https?|tg|ton):/i.test(address) && /\.|^tg:/.test(address)
}

const wrongUrl = ({ input }: { input?: unknown }): string =>
  `inline keyboard button URL '${input}' is invalid: Wrong HTTP URL`

const BUTTON = z
  .looseObject({
    text: z.string().refine((text) => text !== '', 'inline keyboard button text must be non-empty'),
    callback_data: z.string().refine(isCallbackData, 'BUTTON_DATA_INVALID').optional(),
    url: z.string().refine(isUrl, { error: wrongUrl }).optional(),
    copy_text: z
      .object({ text: z.string() })
      .refine(({ text }) => text !== '' && text.length <= COPY_TEXT_LENGTH_MAX, 'BUTTON_COPY_TEXT_INVALID')
      .optional(),
  })
  .refine((button) => ACTIONS.some((action) => button[action] !== undefined), NO_ACTION)

/** An inline keyboard, checked as strictly as Telegram does; undefined where it has no buttons. */
export const INLINE = z
  .object({ inline_keyboard: z.array(z.array(BUTTON)) })
  .refine(({ inline_keyboard: rows }) => rows.flat().length <= BUTTONS_MAX, 'reply markup is too long')
  .transform(({ inline_keyboard }) => {
    const rows = inline_keyboard.filter((row) => row.length > 0)
    return rows.length > 0 ? ({ inline_keyboard: rows } as unknown as InlineKeyboardMarkup) : undefined
  })

const KEY = z.preprocess(
  (key) => (typeof key === 'string' ? { text: key } : key),
  z.looseObject({ text: z.string().min(1) }),
)
const KEYBOARD = z.union([
  z.looseObject({ force_reply: z.literal(true) }),
  z.looseObject({ keyboard: z.array(z.array(KEY)).min(1) }),
  z.looseObject({ remove_keyboard: z.literal(true) }),
])

/** The `reply_markup` of a call, checked as strictly as Telegram does: buttons under a message, or keys below the chat. */
export function readMarkup(call: Call, isInlineOnly: boolean) {
  const isInline = 'inline_keyboard' in (call.json('reply_markup', z.looseObject({})) ?? {})
  if (isInline) return { inline: call.json('reply_markup', INLINE) }
  const keyboard = call.json('reply_markup', KEYBOARD) as Keyboard | undefined
  if (keyboard && isInlineOnly) throw badRequest('inline keyboard expected')
  return { keyboard }
}

import type { InlineKeyboardMarkup } from 'grammy/types'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Keyboard } from '../post.ts'

const BUTTONS_MAX = 100
const CALLBACK_DATA_BYTES_MAX = 64
const COPY_TEXT_LENGTH_MAX = 256

const ACTIONS = ['callback_data', 'url', 'copy_text']

const INLINE_BUTTON = z.looseObject({ text: z.string() })
const INLINE = z.object({ inline_keyboard: z.array(z.array(INLINE_BUTTON)) })
const FORCE = z.looseObject({ force_reply: z.literal(true) })
const KEY = z.union([z.string(), z.looseObject({ text: z.string().min(1) })])
const KEYS = z.looseObject({ keyboard: z.array(z.array(KEY)).min(1) })
const REMOVE = z.looseObject({ remove_keyboard: z.literal(true) })
const MARKUP = z.union([INLINE, FORCE, KEYS, REMOVE])

/** Buttons under a message, or what happens below the chat. */
export interface Markup {
  readonly inline?: InlineKeyboardMarkup
  readonly keyboard?: Keyboard
}

/** The `reply_markup` of a call, checked as strictly as Telegram does. */
export function readMarkup(call: Call): Markup {
  const markup = call.json('reply_markup', MARKUP)
  if (!markup) return {}
  return 'inline_keyboard' in markup ? inlineOf(INLINE.parse(markup)) : { keyboard: markup as Keyboard }
}

/** As readMarkup, where only an inline keyboard is allowed. */
export function readInlineMarkup(call: Call): InlineKeyboardMarkup | undefined {
  const { inline, keyboard } = readMarkup(call)
  if (keyboard) throw badRequest('inline keyboard expected')
  return inline
}

/** Checks an inline keyboard that is part of another object. */
export function checkInlineKeyboard(value: unknown): InlineKeyboardMarkup | undefined {
  const read = INLINE.safeParse(value)
  if (!read.success) throw badRequest("can't parse inline keyboard markup JSON object")
  return inlineOf(read.data).inline
}

type InlineButton = z.output<typeof INLINE_BUTTON>

function inlineOf(markup: z.output<typeof INLINE>): Markup {
  const rows = markup.inline_keyboard.filter((row) => row.length > 0)
  if (rows.flat().length > BUTTONS_MAX) throw badRequest('reply markup is too long')
  for (const button of rows.flat()) checkButton(button)
  if (rows.length === 0) return {}
  return { inline: { inline_keyboard: rows } as unknown as InlineKeyboardMarkup }
}

function checkButton(button: InlineButton): void {
  if (button.text === '') throw badRequest('inline keyboard button text must be non-empty')
  const actions = ACTIONS.filter((action) => button[action] !== undefined)
  if (actions.length === 0)
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
  if ('callback_data' in button) checkCallbackData(button.callback_data)
  if ('url' in button) checkUrl(String(button.url))
  if ('copy_text' in button) checkCopyText(button.copy_text)
}

function checkCallbackData(value: unknown): void {
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) : 0
  if (bytes < 1 || bytes > CALLBACK_DATA_BYTES_MAX) throw badRequest('BUTTON_DATA_INVALID')
}

function checkUrl(url: string): void {
  const address = /^[a-z]+:/i.test(url) ? url : `http://${url}`
  const fine = URL.canParse(address) && /^(?:https?|tg|ton):/i.test(address) && /\.|^tg:/.test(address)
  if (!fine) throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
}

function checkCopyText(value: unknown): void {
  const read = z.object({ text: z.string().min(1).max(COPY_TEXT_LENGTH_MAX) }).safeParse(value)
  if (!read.success) throw badRequest('BUTTON_COPY_TEXT_INVALID')
}

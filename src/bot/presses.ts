import type { Context } from 'grammy'
import { type Action, type ButtonData, codeOf, parseButtonData } from '../telegram/button-data.ts'
import type { Administrators } from './administrators.ts'
import { answerPress, type BotContext, questionAbove } from './context.ts'

/** Buttons that are answered by a notice to the presser alone. */
const NOTICES: readonly (Action | undefined)[] = ['sources']

/** Changes that everybody may make for themselves in the private chat. Any other is of the group or channel alone. */
const OWN_CHANGES: readonly (Action | undefined)[] = ['follow', 'alert']

/** What becomes of a press: it is handled, refused, or its presser is led to the private chat. */
type Judged = 'handle' | 'refuse' | 'lead'

/**
 * Judges a press in a group or channel before the feature of the button does. A look-up changes a message that others read, or
 * posts one: only administrators have it there, and in a group whoever asked for the message. Features that change something
 * check the rights themselves, and refuse by a text; only what its presser may change in private as well leads there. No press
 * changes the live message.
 */
export async function judgePress(
  ctx: BotContext,
  administrators: Administrators,
  changes = false,
): Promise<Judged> {
  const shown = ctx.callbackQuery?.message
  if (!shown || shown.chat.type === 'private') return 'handle'
  if (shown.message_id === ctx.chatState?.live?.message) return 'refuse'
  const action = parseButtonData(ctx.callbackQuery?.data ?? '')?.action
  const isHandled = changes ? !OWN_CHANGES.includes(action) : NOTICES.includes(action) || isAsker(ctx)
  if (isHandled) return 'handle'
  const right = await administrators(ctx)
  return right === 'yes' || (changes && right === 'unknown') ? 'handle' : 'lead'
}

/** Whether a pressed message answers its presser. */
const isAsker = (ctx: Context): boolean => questionAbove(ctx)?.from?.id === ctx.callbackQuery?.from.id

/** Opens the private chat, which shows what the button would have; of a change, which no link makes, where it is made. */
export async function leadToPrivate(ctx: BotContext): Promise<void> {
  const data = ctx.callbackQuery?.data ?? ''
  const { action, target } = parseButtonData(data) ?? {}
  // The card of a price has the button to follow it, and the welcome that for an alert.
  const shown = action === 'follow' && target !== undefined ? `${codeOf('rate')}:${target}` : data
  await answerPress(ctx, { url: startLink(ctx, payloadOf(shown)) })
}

/** Telegram's limit. */
const PAYLOAD_LENGTH_MAX = 64

/** What a link to us may hand on to `/start`; only the data of a button says more than where the link stood. */
type Payload = 'private' | 'channel' | (string & {})

/** Opens the private chat with us. */
export const startLink = ({ me }: Pick<Context, 'me'>, payload: Payload): string =>
  `https://t.me/${me.username}?start=${payload}`

/** A button, for a link; the data of a button of earlier versions may be too long, and is left out. */
export function payloadOf(data: string): Payload {
  const payload = Buffer.from(data).toString('base64url')
  return payload.length <= PAYLOAD_LENGTH_MAX ? payload : 'private'
}

/** The button that a link names; undefined where it names none. */
export const buttonOf = (payload: string): ButtonData | undefined =>
  parseButtonData(Buffer.from(payload, 'base64url').toString())

import type { Context } from 'grammy'
import { type Action, type ButtonData, parseButtonData } from '../telegram/button-data.ts'
import type { Administrators } from './administrators.ts'
import { answerPress, type BotContext, questionAbove } from './context.ts'

/** Buttons that are answered by a notice to the presser alone. */
const NOTICES: readonly (Action | undefined)[] = ['sources']

/** What becomes of a press: it is handled, refused, or its presser is led to the private chat. */
type Judged = 'handle' | 'refuse' | 'lead'

/**
 * Judges a press in a group or channel before the feature of the button does. A look-up changes a message that others read, or
 * posts one: only administrators have it there, and in a group whoever asked for the message. Features that change something
 * check the rights themselves. No press changes the live message.
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
  if (changes || NOTICES.includes(action) || isAsker(ctx)) return 'handle'
  return (await administrators(ctx)) === 'yes' ? 'handle' : 'lead'
}

/** Whether a pressed message answers its presser. */
const isAsker = (ctx: Context): boolean => questionAbove(ctx)?.from?.id === ctx.callbackQuery?.from.id

/** Opens the private chat, which shows what the button would have. */
export const leadToPrivate = (ctx: BotContext): Promise<void> =>
  answerPress(ctx, { url: startLink(ctx, payloadOf(ctx.callbackQuery?.data ?? '')) })

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

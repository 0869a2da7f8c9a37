import { PeopleError } from '../errors.ts'
import type { CallbackAnswer, State } from '../state.ts'
import type { Spot } from '../world/access.ts'

/** Presses a button of a message; resolves with the answer of the bot, undefined when none comes in time. */
export function press(
  { callbacks, updates, world }: State,
  { person, room }: Spot,
  messageId: number,
  data: string,
): Promise<CallbackAnswer | undefined> {
  const entry = room.entries.get(messageId)
  const buttons = entry?.post.reply_markup?.inline_keyboard.flat() ?? []
  if (!entry || !buttons.some((button) => 'callback_data' in button && button.callback_data === data))
    throw new PeopleError(404, 'Ese botón ya no existe.')
  const { post, inlineMessageId } = entry
  if (inlineMessageId === undefined && world.isAway(room, world.bot.id))
    throw new PeopleError(409, 'El bot no está en este chat.')
  const { id, answer } = callbacks.ask()
  const place = inlineMessageId ? { inline_message_id: inlineMessageId } : { message: post }
  updates.push({ callback_query: { id, from: person, chat_instance: String(room.chat.id), data, ...place } })
  return answer
}

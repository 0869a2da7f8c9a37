import { PeopleError } from '../errors.ts'
import type { Entry } from '../post.ts'
import type { CallbackAnswer, State } from '../state.ts'
import type { Person } from '../world/cast.ts'
import type { Room } from '../world/world.ts'

/** A press of a button: by whom, and on which message. */
export interface Pressed {
  readonly person: Person
  readonly room: Room
  readonly messageId: number
  readonly data: string
}

/** Presses a button; resolves with the answer of the bot, undefined when none comes in time. */
export function press(
  { callbacks, updates, world }: State,
  pressed: Pressed,
): Promise<CallbackAnswer | undefined> {
  const { person, room, messageId, data } = pressed
  const entry = room.entries.get(messageId)
  if (!entry || !hasButton(entry, data)) throw new PeopleError(404, 'Ese botón ya no existe.')
  const status = world.statusOf(room, world.bot.id)
  const isHere = entry.inlineMessageId !== undefined || !['left', 'kicked'].includes(status)
  if (!isHere) throw new PeopleError(409, 'El bot no está en este chat.')
  const { id, answer } = callbacks.ask()
  const place = entry.inlineMessageId ? { inline_message_id: entry.inlineMessageId } : { message: entry.post }
  updates.push({ callback_query: { id, from: person, chat_instance: String(room.chat.id), data, ...place } })
  return answer
}

function hasButton({ post }: Entry, data: string): boolean {
  const buttons = post.reply_markup?.inline_keyboard.flat() ?? []
  return buttons.some((button) => 'callback_data' in button && button.callback_data === data)
}

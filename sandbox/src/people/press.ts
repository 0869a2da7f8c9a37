import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import type { InlineResult, State } from '../state.ts'
import type { Spot } from '../world/access.ts'
import type { Entry } from '../world/room.ts'
import { postMessage, type Speaker } from './say.ts'

const QUERY_LENGTH_MAX = 256
const ANSWERS_KEPT_MAX = 200

/** Presses a button of a message; resolves with the answer of the bot, undefined when none comes in time. */
export function press(
  { callbacks, updates, world }: State,
  { person, room }: Spot,
  messageId: number,
  data: string,
): Promise<object | undefined> {
  const entry = room.entries.get(messageId)
  const buttons = entry?.post.reply_markup?.inline_keyboard.flat() ?? []
  if (!entry || !buttons.some((button) => 'callback_data' in button && button.callback_data === data))
    throw new Refusal(404, 'Ese botón ya no existe.')
  const { post, inlineMessageId } = entry
  if (inlineMessageId === undefined && world.isAway(room))
    throw new Refusal(409, 'El bot no está en este chat.')
  const { id, answer } = callbacks.ask()
  const place = inlineMessageId ? { inline_message_id: inlineMessageId } : { message: post }
  updates.push({ callback_query: { id, from: person, chat_instance: String(room.chat.id), data, ...place } })
  return answer
}

/** Inline mode: a person sends the bot a query from any chat and posts one of its results there. */
export function createInline(state: State) {
  const { inlines, updates, world } = state
  const shown = new LRUCache<string, readonly InlineResult[]>({ max: ANSWERS_KEPT_MAX })

  /** The answer of the bot with the id that a choice names; undefined when none comes in time. */
  async function ask({ person, room }: Spot, query: string) {
    if (query.length > QUERY_LENGTH_MAX) throw new Refusal(400, 'La consulta pasa de 256 caracteres.')
    const { id, answer } = inlines.ask()
    const chatType = room.chat.type === 'private' ? 'sender' : room.chat.type
    updates.push({ inline_query: { id, from: person, query, offset: '', chat_type: chatType } })
    const answered = await answer
    if (!answered) return undefined
    shown.set(id, answered.results)
    return { query_id: id, ...answered }
  }

  function choose(speaker: Speaker, queryId: string, resultId: string): Entry {
    const result = shown.get(queryId)?.find(({ id }) => id === resultId)
    if (!result) throw new Refusal(404, 'Ese resultado ya no existe: vuelve a escribir la consulta.')
    const { content, reply_markup } = result
    const message = { ...content, via_bot: world.bot, ...(reply_markup && { reply_markup }) }
    const inlineMessageId = `inline-${state.nextQueryId()}`
    return postMessage(state, speaker, message, reply_markup && { inlineMessageId })
  }

  return { ask, choose }
}

import type { Person } from '../cast.ts'
import type { Entry } from '../post.ts'
import type { InlineAnswer, InlineResult, State } from '../state.ts'
import type { Room } from '../world.ts'
import { PeopleError } from './people-error.ts'
import { post, type Speaker } from './say.ts'

const QUERY_LENGTH_MAX = 256
const ANSWERS_KEPT_MAX = 200

/** What someone typed after the name of the bot. */
export interface InlineQuestion {
  readonly person: Person
  readonly room: Room
  readonly query: string
  readonly offset: string
}

/** Results on the page, by the id that choosing one names. */
export type ShownAnswer = InlineAnswer & { readonly query_id: string }

/** Inline mode: a person asks the bot from any chat, and posts one of its results there. */
export function createInline(state: State) {
  const { inlines, updates, world } = state
  const shown = new Map<string, readonly InlineResult[]>()

  async function ask({ person, room, query, offset }: InlineQuestion): Promise<ShownAnswer | undefined> {
    if (query.length > QUERY_LENGTH_MAX) throw new PeopleError(400, 'La consulta pasa de 256 caracteres.')
    const { id, answer } = inlines.ask()
    const chatType = room.chat.type === 'private' ? 'sender' : room.chat.type
    updates.push({ inline_query: { id, from: person, query, offset, chat_type: chatType } })
    const answered = await answer
    if (!answered) return undefined
    remember(id, answered.results)
    return { query_id: id, ...answered }
  }

  function remember(id: string, results: readonly InlineResult[]): void {
    shown.set(id, results)
    const oldest = shown.keys().next().value
    if (shown.size > ANSWERS_KEPT_MAX && oldest !== undefined) shown.delete(oldest)
  }

  function choose(speaker: Speaker, queryId: string, resultId: string): Entry {
    const result = shown.get(queryId)?.find(({ id }) => id === resultId)
    if (!result) throw new PeopleError(404, 'Ese resultado ya no existe: vuelve a escribir la consulta.')
    const markup = result.reply_markup
    return post(
      state,
      speaker,
      { ...result.content, via_bot: world.bot, ...(markup && { reply_markup: markup }) },
      markup ? { inlineMessageId: `inline-${queryId}-${resultId}` } : {},
    )
  }

  return { ask, choose }
}

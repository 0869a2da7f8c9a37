import { LRUCache } from 'lru-cache'
import { PeopleError } from '../errors.ts'
import type { Entry } from '../post.ts'
import type { InlineAnswer, InlineResult, State } from '../state.ts'
import type { Person } from '../world/cast.ts'
import type { Room } from '../world/world.ts'
import { postMessage, type Speaker } from './say.ts'

const QUERY_LENGTH_MAX = 256
const ANSWERS_KEPT_MAX = 200

/** The text typed after the name of the bot, by whom and where. */
export interface InlineQuestion {
  readonly person: Person
  readonly room: Room
  readonly query: string
  readonly offset: string
}

/** An answer as the page shows it, with the id that a choice names. */
export type ShownAnswer = InlineAnswer & { readonly query_id: string }

interface Shown {
  readonly query: string
  readonly results: readonly InlineResult[]
}

interface Kept {
  readonly answer: ShownAnswer
  readonly untilMs: number
}

/** Inline mode: a person sends the bot a query from any chat and posts one of its results there. */
export function createInline(state: State) {
  const { clock, inlines, updates, world } = state
  const shown = new LRUCache<string, Shown>({ max: ANSWERS_KEPT_MAX })
  /** Answers kept as long as the bot allows; the same query is answered from here. */
  const cache = new LRUCache<string, Kept>({ max: ANSWERS_KEPT_MAX })

  async function ask(question: InlineQuestion): Promise<ShownAnswer | undefined> {
    const { person, room, query, offset } = question
    if (query.length > QUERY_LENGTH_MAX) throw new PeopleError(400, 'La consulta pasa de 256 caracteres.')
    const known = findKept(question)
    if (known) return known
    const { id, answer } = inlines.ask()
    const chatType = room.chat.type === 'private' ? 'sender' : room.chat.type
    updates.push({ inline_query: { id, from: person, query, offset, chat_type: chatType } })
    const answered = await answer
    if (!answered) return undefined
    shown.set(id, { query, results: answered.results })
    const result = { query_id: id, ...answered }
    const untilMs = clock() + answered.cache_seconds * 1000
    cache.set(keyOf(question, answered.is_personal), { answer: result, untilMs })
    return result
  }

  function findKept(question: InlineQuestion): ShownAnswer | undefined {
    const kept = cache.get(keyOf(question, true)) ?? cache.get(keyOf(question, false))
    return kept && kept.untilMs > clock() ? kept.answer : undefined
  }

  function choose(speaker: Speaker, queryId: string, resultId: string): Entry {
    const { query, results } = shown.get(queryId) ?? { query: '', results: [] }
    const result = results.find(({ id }) => id === resultId)
    if (!result) throw new PeopleError(404, 'Ese resultado ya no existe: vuelve a escribir la consulta.')
    const markup = result.reply_markup
    const inlineMessageId = markup && `inline-${state.nextQueryId()}`
    const entry = postMessage(
      state,
      speaker,
      { ...result.content, via_bot: world.bot, ...(markup && { reply_markup: markup }) },
      inlineMessageId ? { inlineMessageId } : {},
    )
    updates.push({
      chosen_inline_result: {
        result_id: resultId,
        from: speaker.person,
        query,
        ...(inlineMessageId && { inline_message_id: inlineMessageId }),
      },
    })
    return entry
  }

  return { ask, choose }
}

const keyOf = ({ person, query, offset }: InlineQuestion, isPersonal: boolean): string =>
  JSON.stringify([isPersonal ? person.id : 0, query, offset])

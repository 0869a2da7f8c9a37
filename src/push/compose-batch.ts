import type { Language } from '../messages/language.ts'
import type { Outcome } from '../queue/due-queue.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { compose } from './compose.ts'
import type { Composition } from './composition.ts'
import type { Batch } from './load.ts'
import type { Messenger } from './messenger.ts'
import { FAIL_AGAIN_MS } from './refusal.ts'

export interface ComposerOptions {
  readonly messenger: Pick<Messenger, 'sightings' | 'seen' | 'broadcast'>
  readonly defaultLanguage: Language
  readonly log: Log
}

/** By the index of a reservation: what its chat is told, or why it cannot be. */
export type ComposedOf = (index: number) => Composition | Outcome

/** Composes for chats alike once. What cannot be composed fails alone: the others are told. */
export function createComposer({ messenger, defaultLanguage, log }: ComposerOptions) {
  return function composeBatch({ now, prices, states, stateOf, reservations }: Batch): ComposedOf {
    const { sightings, seen } = messenger
    const common = { prices, sightings, seen, broadcast: messenger.broadcast(), defaultLanguage, now }
    const composed: (Composition | Outcome)[] = []

    function composeState(state: number, chat: string | undefined): Composition | Outcome {
      try {
        const loaded = states[state]?.()
        if (!loaded) throw new RangeError('the chat was not read')
        return compose({ ...loaded, ...common })
      } catch (error) {
        log.error({ chat, err: messageOf(error) }, 'message cannot be composed')
        return { kind: 'fail', ms: FAIL_AGAIN_MS, why: messageOf(error) }
      }
    }

    return (index) => {
      const state = stateOf[index] ?? -1
      composed[state] ??= composeState(state, reservations[index]?.member)
      return composed[state]
    }
  }
}

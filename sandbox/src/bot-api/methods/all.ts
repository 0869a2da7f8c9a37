import type { Methods } from '../../call.ts'
import type { State } from '../../state.ts'
import type { Webhook } from '../webhook.ts'
import { answerMethods } from './answers.ts'
import { chatMethods } from './chats.ts'
import { messageMethods } from './messages.ts'
import { profileMethods } from './profile.ts'
import { readingMethods } from './reading.ts'

/** Every method of the Bot API that the sandbox supports, by name. */
export function allMethods(state: State, webhook: Webhook): Methods {
  return {
    ...readingMethods(state, webhook),
    ...messageMethods(state),
    ...answerMethods(state),
    ...profileMethods(state),
    ...chatMethods(state),
  }
}

import type { Methods } from '../../call.ts'
import type { State } from '../../state.ts'
import type { Webhook } from '../webhook.ts'
import { answerMethods } from './answers.ts'
import { chatMethods } from './chats.ts'
import { editMethods } from './edits.ts'
import { messageMethods } from './messages.ts'
import { pinMethods } from './pins.ts'
import { menuButtonMethods, profileMethods } from './profile.ts'
import { fileMethods, readingMethods } from './reading.ts'

/** Every method of the Bot API that the sandbox supports, by name. */
export function allMethods(state: State, webhook: Webhook): Methods {
  return {
    ...readingMethods(state, webhook),
    ...messageMethods(state),
    ...editMethods(state),
    ...answerMethods(state),
    ...pinMethods(state),
    ...profileMethods(state),
    ...menuButtonMethods(state),
    ...chatMethods(state),
    ...fileMethods(state),
  }
}

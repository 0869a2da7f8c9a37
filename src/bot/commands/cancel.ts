import type { Command } from '../command.ts'
import type { Questions } from '../conversations/questions.ts'

/** `/cancel`: the question that waits for an answer waits no more. */
export const createCancel = (questions: Pick<Questions, 'drop'>): Command => ({
  names: ['cancel', 'cancelar'],
  async run({ ctx, messages, answer }) {
    const { cancelled, nothingAsked } = messages.settings
    await answer((await questions.drop(ctx)) ? cancelled : nothingAsked)
  },
})

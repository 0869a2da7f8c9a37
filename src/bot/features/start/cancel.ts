import type { Command } from '../../command.ts'

/** `/cancel`: leaves the dialog that waits for an answer. */
export const createCancel = (): Command => ({
  names: ['cancel', 'cancelar'],
  dialogs: [],
  async run({ ctx, messages, answer }) {
    const { cancelled, nothingAsked } = messages.settings
    await answer(ctx.dialog?.wasLeft ? cancelled : nothingAsked)
  },
})

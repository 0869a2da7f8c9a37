import type { Command } from '../../command.ts'

/** `/cancel`: leaves the dialog that waits for an answer. */
export const createCancel = (): Command => ({
  names: ['cancel', 'cancelar'],
  dialogs: [],
  async run({ dialog, messages, replyOrEdit }) {
    const { cancelled, nothingAsked } = messages.settings
    await replyOrEdit(dialog?.wasLeft ? cancelled : nothingAsked)
  },
})

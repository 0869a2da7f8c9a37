import { DialogFeature } from '../../dialogs/dialog-feature.ts'
import { type Access, EVERYONE } from '../../rights.ts'

/** `/cancel`: leaves the dialog that waits for an answer. */
export function createCancel(access: Access): DialogFeature {
  const feature = new DialogFeature(access, EVERYONE, [])
  feature.command(['cancel', 'cancelar'], async ({ dialog, messages, replyOrEdit }) => {
    const { cancelled, nothingAsked } = messages.settings
    await replyOrEdit(dialog?.wasLeft ? cancelled : nothingAsked)
  })
  return feature
}

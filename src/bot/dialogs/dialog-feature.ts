import { Feature } from '../feature.ts'
import type { Access, Audience } from '../rights.ts'
import type { MountableDialog } from './dialog.ts'

/** A feature whose commands leave the dialog that is open, and whose dialogs are for those who may use it. */
export class DialogFeature extends Feature {
  readonly dialogs: readonly MountableDialog[]

  constructor(access: Access, audience: Audience, dialogs: readonly MountableDialog[]) {
    super(access, audience)
    this.dialogs = dialogs
  }
}

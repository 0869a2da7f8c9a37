import type { Administrators } from './administrators.ts'
import { type Admission, type Asker, askerOf } from './bucket.ts'
import type { Command } from './command.ts'
import type { BotContext } from './context.ts'
import type { Turn } from './turn.ts'

export interface RightsOptions {
  readonly administrators: Administrators
  readonly admit: (asker: Asker) => Admission | Promise<Admission>
}

/** Who is heard, and who may change what a chat keeps: every command, button and answer passes both. */
export function createRights({ administrators, admit }: RightsOptions) {
  return {
    /** In a group that has had its share an administrator may still change what it keeps, and nobody else may ask. */
    async admissionOf(ctx: BotContext, command: Command | undefined): Promise<Admission> {
      const admission = await admit(askerOf(ctx))
      if (admission === 'go' || ctx.chat?.type === 'private' || !command?.changes) return admission
      return (await administrators(ctx)) === 'yes' ? 'go' : admission
    },
    /** What is said to the one who asked instead of doing it; undefined where it is done. */
    async refusalOf(turn: Turn, command: Command): Promise<string | undefined> {
      const { ctx, kept, messages } = turn
      if (!command.changes || command.isThere?.(turn) === false) return undefined
      const right = await administrators(ctx)
      if (right === 'no') return messages.administratorsOnly
      if (right === 'unknown') return messages.administratorsUnknown
      return kept ? undefined : messages.error
    },
  }
}

export type Rights = ReturnType<typeof createRights>

import type { SecureContext } from 'node:tls'
import { Agent } from 'undici'
import type { AddressGuard } from '../../address-guard.ts'
import { createConnector } from './connector.ts'
import { createCompletingContext } from './intermediates.ts'

export interface AgentsOptions {
  readonly guard: AddressGuard
  /** Certificates in PEM, beside those that come with the program. */
  readonly intermediates?: readonly string[]
}

/** What requests to sources go through: `open` connects anywhere, `guarded` to public addresses only. */
export function createAgents({ guard, intermediates = [] }: AgentsOptions) {
  let context: SecureContext | undefined
  const secureContext = (): SecureContext => (context ??= createCompletingContext(intermediates))
  const open = new Agent({ allowH2: false, connect: createConnector({ secureContext }) })
  const guarded = new Agent({
    allowH2: false,
    connect: createConnector({ secureContext, lookup: guard.lookup }),
  })
  return {
    open,
    guarded,
    close: async (): Promise<void> => void (await Promise.all([open.destroy(), guarded.destroy()])),
  }
}

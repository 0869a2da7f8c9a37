import { Agent } from 'undici'
import type { AddressGuard } from '../../address-guard.ts'
import { createConnector } from './connector.ts'
import { createIssuerFinder } from './issuer.ts'

export interface AgentsOptions {
  readonly guard: AddressGuard
  /** Whether a host has a private address. */
  readonly isPrivate: (hostname: string) => Promise<boolean>
}

/** What requests to sources go through: `open` connects anywhere, `guarded` to public addresses only. */
export function createAgents({ guard, isPrivate }: AgentsOptions) {
  const issuers = createIssuerFinder({ guard, isPrivate })
  const open = new Agent({ allowH2: false, connect: createConnector({ findIssuer: issuers.find }) })
  const guarded = new Agent({
    allowH2: false,
    connect: createConnector({ findIssuer: issuers.find, lookup: guard.lookup }),
  })
  return {
    open,
    guarded,
    close: async (): Promise<void> =>
      void (await Promise.all([open.destroy(), guarded.destroy(), issuers.close()])),
  }
}

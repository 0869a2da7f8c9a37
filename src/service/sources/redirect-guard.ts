import { lookup } from 'node:dns/promises'
import { Agent, type Dispatcher } from 'undici'
import { type AddressGuard, isPublicAddress } from '../webhooks/address-guard.ts'
import { PageProblem } from './source.ts'

export interface RedirectGuardOptions {
  readonly guard: AddressGuard
  /** Whether the host of a configured page stands inside. */
  readonly isPrivate: (hostname: string) => Promise<boolean>
}

/** Keeps a page outside from sending us to an address inside. */
export function createRedirectGuard({ guard, isPrivate }: RedirectGuardOptions) {
  const guarded = new Agent({ allowH2: false, connect: { lookup: guard.lookup } })
  return {
    /**
     * What to ask a redirect's target with. Throws a PageProblem for an address inside, unless the operator configured
     * one himself: then its whole network is his.
     */
    async dispatcherFor(target: URL, configured: URL, open: Dispatcher): Promise<Dispatcher> {
      if (await isPrivate(configured.hostname)) return open
      if (guard.mayConnect(target)) return guarded
      throw new PageProblem('a redirect to an address inside')
    },
    close: () => guarded.destroy(),
  }
}

export type RedirectGuard = ReturnType<typeof createRedirectGuard>

/** Whether a host as it stands in a url has a private address, as this machine knows it; false for one nobody knows. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return addresses.some(({ address }) => !isPublicAddress(address))
}

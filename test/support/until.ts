import { vi } from 'vitest'

/** Asks until nothing is thrown any more: half a minute unless told, as a busy machine takes long for little. */
export const until = <Value>(
  check: () => Value | Promise<Value>,
  { timeout = 30_000, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<Value> => vi.waitFor(check, { timeout, interval })

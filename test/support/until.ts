import { vi } from 'vitest'

/** Asks until nothing is thrown any more: three seconds unless told, since a second is little on a busy machine. */
export const until = <Value>(
  check: () => Value | Promise<Value>,
  { timeout = 3_000, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<Value> => vi.waitFor(check, { timeout, interval })

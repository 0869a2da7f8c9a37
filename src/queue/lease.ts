import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'

const HOLD = loadScript(new URL('./lua/hold.lua', import.meta.url))
const RELEASE = loadScript(new URL('./lua/release.lua', import.meta.url))

/** A task that one process at a time does: the holder of a key, for as long as it comes back in time. */
export function createLease(redis: Redis, key: string, holder: string, ms: number) {
  return {
    /** Takes or renews it; false while another holds it. */
    hold: async (): Promise<boolean> => (await HOLD.run(redis, [key], [holder, ms])) === 1,
    release: async (): Promise<void> => void (await RELEASE.run(redis, [key], [holder])),
  }
}

export type Lease = ReturnType<typeof createLease>

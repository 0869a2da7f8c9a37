import ipaddr from 'ipaddr.js'
import type { Clock } from '../runtime/clock.ts'

export const WINDOW_MS = 60_000
export const KEYS_MAX = 50_000

export interface LimitOptions {
  readonly clock: Clock
  readonly max: number
  readonly keysMax?: number
}

interface Window {
  readonly endsAt: number
  count: number
}

/** Counts calls by key: at most `max` in the minute that its first call begins. Remembers the 50,000 newest keys. */
export function createLimit({ clock, max, keysMax = KEYS_MAX }: LimitOptions) {
  const windows = new Map<string, Window>()

  function open(key: string, now: number): Window {
    windows.delete(key)
    const [oldest] = windows.keys()
    if (windows.size >= keysMax && oldest !== undefined) windows.delete(oldest)
    const window = { endsAt: now + WINDOW_MS, count: 0 }
    windows.set(key, window)
    return window
  }

  /** Counts one call of the key. 0 when it may go on, else the seconds to wait. */
  function take(key: string): number {
    const now = clock()
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : open(key, now)
    window.count += 1
    return window.count <= max ? 0 : Math.ceil((window.endsAt - now) / 1000)
  }

  /** Whether the next call of the key will be refused. */
  function isSpent(key: string): boolean {
    const known = windows.get(key)
    return known !== undefined && known.endsAt > clock() && known.count >= max
  }
  return { take, isSpent, size: () => windows.size }
}

export type Limit = ReturnType<typeof createLimit>

/** Who shares a limit: an IPv4 address, or the /64 of an IPv6 one, of which a single host has 2^64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

import type { Decimal } from '../rates/decimal.ts'
import { loadScript } from '../redis/script.ts'
import type { Access } from './access.ts'
import { type Alert, alertText, type NewAlert } from './alert.ts'
import { type SeenQuote, seenArguments } from './keys.ts'

const ADD_ALERT = loadScript(new URL('./lua/alerts/add-alert.lua', import.meta.url))
const REMOVE_ALERT = loadScript(new URL('./lua/alerts/remove-alert.lua', import.meta.url))
const EDIT_ALERT = loadScript(new URL('./lua/alerts/edit-alert.lua', import.meta.url))
const PAUSE_ALERT = loadScript(new URL('./lua/alerts/pause-alert.lua', import.meta.url))

export const ALERTS_PER_CHAT_MAX = 50

/** `isPast`: the threshold is passed already, and the alert triggers at the next crossing. */
export interface Added {
  readonly id: number
  readonly isPast: boolean
}

/** The standing conditions of chats. */
export const createAlerts = ({ read, run, learn, runRevived, announce }: Access) => ({
  async list(chat: string): Promise<readonly Alert[]> {
    return (await read(chat)).alerts
  },

  /**
   * `value` is what the signal was when it was shown: the price, or the gap in percent, of the prices `seen`. The shard
   * takes these first: judged by an older price, the alert would tell of a move that nobody saw.
   */
  async add(
    chat: string,
    alert: NewAlert,
    value: Decimal,
    seen: readonly SeenQuote[] = [],
  ): Promise<Added | 'full'> {
    const args = [alertText(alert), value, ALERTS_PER_CHAT_MAX, ...seenArguments(seen)]
    await learn(chat, seen)
    const { reply } = await runRevived(ADD_ALERT, chat, { args, seen })
    const [id, hasChanged, isPast] = Array.isArray(reply) ? reply : ['full']
    if (id === 'full') return 'full'
    if (hasChanged === 1) await announce()
    return { id: Number(id), isPast: isPast === 1 }
  },

  /** False when the chat has no such alert. */
  async remove(chat: string, id: number): Promise<boolean> {
    const removed = await run(REMOVE_ALERT, chat, [id])
    if (removed === 2) await announce()
    return removed !== 0
  },

  /** Another threshold, or percentage, in the place of the old one; undefined when the chat has no such alert. */
  async edit(
    chat: string,
    id: number,
    value: Decimal,
    seen: readonly SeenQuote[] = [],
  ): Promise<Added | undefined> {
    const args = [id, value, ...seenArguments(seen)]
    await learn(chat, seen)
    const { reply } = await runRevived(EDIT_ALERT, chat, { args, seen })
    return reply === -1 ? undefined : { id, isPast: reply === 1 }
  },

  /** A paused alert triggers nothing until it is taken up again, then from the price of that moment. */
  async pause(chat: string, id: number, paused: boolean): Promise<boolean> {
    return (await run(PAUSE_ALERT, chat, [id, paused ? 1 : 0])) === 1
  },
})

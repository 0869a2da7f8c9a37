import type { AlertKind } from '../rates/alert-kinds.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Access } from './access.ts'
import { type Alert, alertText, loadAlertScript, type NewAlert } from './alert.ts'
import { type SeenQuote, seenArguments } from './keys.ts'

const ADD_ALERT = loadAlertScript(new URL('./lua/alerts/add-alert.lua', import.meta.url))
const CHANGE_ALERT = loadAlertScript(new URL('./lua/alerts/change-alert.lua', import.meta.url))

export const ALERTS_PER_CHAT_MAX = 50

/** `isPast`: the threshold is passed already, so the alert triggers at the next crossing. */
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
   * Adds an alert. `value` is the value of its signal that was shown: the price, or the gap in percent, of the prices `seen`.
   * The shard takes these first; from an older price, the alert would trigger by a move that nobody saw.
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

  /** Removes an alert; false when the chat has no such alert. */
  async remove(chat: string, id: number): Promise<boolean> {
    const removed = await run(CHANGE_ALERT, chat, [id, 'remove'])
    if (removed === 2) await announce()
    return removed !== 0
  },

  /** Changes the threshold or percentage, and the kind if one is given; undefined when the chat has no such alert. */
  async edit(
    chat: string,
    id: number,
    { value, kind }: Pick<Alert, 'value'> & { readonly kind?: AlertKind | undefined },
    seen: readonly SeenQuote[] = [],
  ): Promise<Added | undefined> {
    const args = [id, 'edit', value, kind ?? '', ...seenArguments(seen)]
    await learn(chat, seen)
    const { reply } = await runRevived(CHANGE_ALERT, chat, { args, seen })
    return reply === -1 ? undefined : { id, isPast: reply === 1 }
  },

  /** Pauses or resumes an alert; it resumes from the price now. False when the chat has no such alert. */
  async pause(chat: string, id: number, paused: boolean): Promise<boolean> {
    return (await run(CHANGE_ALERT, chat, [id, paused ? 'pause' : 'resume'])) === 1
  },
})

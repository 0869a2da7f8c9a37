import type { Decimal } from '../rates/decimal.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { loadScript } from '../redis/script.ts'
import type { Access } from './access.ts'
import { followField, type Shown } from './keys.ts'

const FOLLOW = loadScript(new URL('./lua/follow.lua', import.meta.url))
const UNFOLLOW = loadScript(new URL('./lua/unfollow.lua', import.meta.url))
const SET_LEAST = loadScript(new URL('./lua/set-least.lua', import.meta.url))

export const FOLLOWS_PER_CHAT_MAX = 50

/** What a chat wants every change of. */
export const createFollows = ({ run, runRevived, announce }: Access) => ({
  /** Follows a monitor from the price that the chat was just shown; all that it follows is told in this topic then. */
  async add(
    chat: string,
    monitor: MonitorId,
    { price, at }: Shown,
    thread?: number,
  ): Promise<'followed' | 'already' | 'full'> {
    const args = [followField(monitor), price, at, thread ?? '', FOLLOWS_PER_CHAT_MAX]
    const seen = [{ quote: { monitor, price }, asOf: at }]
    const { reply, wasGone } = await runRevived(FOLLOW, chat, { args, seen })
    if (reply === 'first') await announce()
    if (reply === 'full' || (reply === 'already' && !wasGone)) return reply
    return 'followed'
  },

  /** False when the chat did not follow it. */
  async remove(chat: string, monitor: MonitorId): Promise<boolean> {
    const removed = await run(UNFOLLOW, chat, [followField(monitor)])
    if (removed === 2) await announce()
    return removed !== 0
  },

  /** Tells changes of a followed monitor from this many percent up; all of them where undefined. False if not followed. */
  async setLeastChange(chat: string, monitor: MonitorId, percent: Decimal | undefined): Promise<boolean> {
    return (await run(SET_LEAST, chat, [followField(monitor), percent ?? ''])) === 1
  },
})

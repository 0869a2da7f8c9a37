import type { Chat } from '../chats/chats.ts'
import type { MonitorId } from '../rates/monitor.ts'

/** The monitors that a chat chose to see first; none where it chose none, or Redis is silent. */
export const preferredBy = (kept: Chat | undefined): readonly MonitorId[] => kept?.defaults ?? []

import { monitorsOf } from '../../../chats/alert.ts'
import type { Chat } from '../../../chats/chats.ts'
import { sampleOf } from '../../../messages/settings.ts'
import { monitorName, parseMonitorRef } from '../../../rates/monitor.ts'

/** What a live message shows, where that is not all. */
function nameOf(ref: string | undefined): string | undefined {
  const monitor = ref === undefined ? undefined : parseMonitorRef(ref)
  return monitor ? monitorName(monitor) : ref
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** All that we keep about a chat, as a JSON document for people; times are ISO 8601. */
export function exportChat(chat: string, chatState: Chat, now: number): string {
  const {
    language,
    numbers = 'es-VE',
    zone,
    thread,
    quiet,
    digest,
    defaults,
    told,
    alerts,
    live,
    refusals,
  } = chatState
  const document = {
    chat,
    exportedAt: iso(now),
    language,
    numberFormat: sampleOf(numbers),
    timeZone: zone ?? 'America/Caracas',
    topic: thread,
    quietHours: quiet,
    digest: digest && {
      at: digest.at,
      lastSentAt: iso(digest.last),
      lastPrices: Object.fromEntries([...digest.prices].map(([ref, price]) => [nameOf(ref), price])),
    },
    preferredMonitors: defaults.map(monitorName),
    follows: told.map(({ monitor, least, told: { price, at } }) => ({
      monitor: monitorName(monitor),
      currency: monitor.currency,
      leastChangePercent: least,
      lastTold: { price, at: iso(at) },
    })),
    liveMessage: live && { message: live.message, monitor: nameOf(live.ref), lastChangedAt: iso(live.at) },
    refusals: refusals && { count: refusals.count, lastAt: iso(refusals.last) },
    absence: chatState.absence,
    broadcastToBeTold: chatState.broadcast,
    alerts: alerts.map(({ signal, until, ...alert }) => ({
      ...alert,
      monitors: monitorsOf(signal).map(monitorName),
      until: until === undefined ? undefined : iso(until),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

import type { Chat } from '../../chats/chats.ts'
import { monitorsOf } from '../../chats/signal.ts'
import { sampleOf } from '../../messages/settings.ts'
import { monitorName } from '../../rates/monitor.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** All that we keep about a chat, as a JSON document for people; times are ISO 8601. */
export function exportChat(chat: string, kept: Chat, now: number): string {
  const { language, numbers = 'es-VE', zone, thread, quiet, digest, defaults, told, alerts } = kept
  const document = {
    chat,
    exportedAt: iso(now),
    language,
    numberFormat: sampleOf(numbers),
    timeZone: zone ?? 'America/Caracas',
    topic: thread,
    quietHours: quiet,
    digest: digest && { at: digest.at, lastSentAt: iso(digest.last) },
    preferredMonitors: defaults.map(monitorName),
    follows: told.map(({ monitor, least, told: { price, at } }) => ({
      monitor: monitorName(monitor),
      currency: monitor.currency,
      leastChangePercent: least,
      lastTold: { price, at: iso(at) },
    })),
    alerts: alerts.map(({ signal, until, ...alert }) => ({
      ...alert,
      monitors: monitorsOf(signal).map(monitorName),
      until: until === undefined ? undefined : iso(until),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

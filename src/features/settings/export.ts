import { monitorsOf } from '../../chats/alert.ts'
import type { ChatRecord } from '../../chats/chat.ts'
import { monitorName, parseMonitorRef } from '../../domain/monitor.ts'
import { SETTINGS } from './table.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Writes everything kept about a chat as a JSON document for people; times are ISO 8601. */
export function exportChat(chat: string, record: ChatRecord, now: number): string {
  const document = {
    chat,
    exportedAt: iso(now),
    ...settingsOf(record),
    ...messagesOf(record),
    ...reachOf(record),
    follows: record.told.map(({ monitor, least, told: { price, at } }) => ({
      monitor: monitorName(monitor),
      currency: monitor.currency,
      leastChangePercent: least,
      lastTold: { price, at: iso(at) },
    })),
    ...alertsOf(record),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The settings, and what the card shows. */
const settingsOf = ({ thread, shop, products, look, posted, ...chat }: ChatRecord) => ({
  ...Object.assign({}, ...SETTINGS.map(({ exported }) => exported?.(chat))),
  topic: thread,
  shop,
  productsInDollars: products,
  cardLook: look,
  cardPostedFor: posted && { price: posted.price, at: iso(posted.lastUpdate) },
})

/** The digest, the live message and broadcasts. */
const messagesOf = ({ digest, live, broadcast, lastBroadcast }: ChatRecord) => ({
  digest: digest && {
    at: digest.schedule.times,
    weekdays: digest.schedule.weekdays,
    lastSentAt: iso(digest.last),
    lastPrices: Object.fromEntries([...digest.prices].map(([ref, price]) => [nameOf(ref), price])),
  },
  liveMessage: live && { message: live.message, monitor: nameOf(live.ref), lastChangedAt: iso(live.at) },
  broadcastToBeTold: broadcast,
  lastBroadcastTold: lastBroadcast,
})

/** Whether messages reach the chat, and whether it had another number before. */
const reachOf = ({ refusals, absence, movedFrom }: ChatRecord) => ({
  refusals: refusals && { count: refusals.count, lastAt: iso(refusals.last) },
  absence,
  movedFromFingerprint: movedFrom,
})

const alertsOf = ({ alerts, lastAlert, pendingTriggers }: ChatRecord) => ({
  alerts: alerts.map(({ signal, until, ...alert }) => ({
    ...alert,
    monitors: monitorsOf(signal).map(monitorName),
    until: until === undefined ? undefined : iso(until),
  })),
  lastAlertNumber: lastAlert,
  triggeredNotYetTold: pendingTriggers?.map(({ at, ...trigger }) => ({ ...trigger, at: iso(at) })),
})

/** The name of a monitor by its ref; undefined for a live message that shows all monitors. */
function nameOf(ref: string | undefined): string | undefined {
  const monitor = ref === undefined ? undefined : parseMonitorRef(ref)
  return monitor ? monitorName(monitor) : ref
}

import { notification } from '../../protocol/notification.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Parcel } from './post.ts'
import { storedJson, type Webhook } from './webhook.ts'

const NOTIFICATION_JSON = storedJson.pipe(notification)

/** What of a waiting notification still concerns a webhook; undefined where none of its monitors is registered any more. */
export function toParcel(webhook: Webhook, body: string): Parcel | 'unreadable' | undefined {
  const read = NOTIFICATION_JSON.safeParse(body)
  if (!read.success) return 'unreadable'
  const waiting = read.data
  const monitors = waiting.monitors.filter((record) => webhook.monitors.includes(monitorRef(record)))
  if (monitors.length === 0) return undefined
  if (monitors.length === waiting.monitors.length) return { id: waiting.id, body }
  return { id: waiting.id, body: JSON.stringify({ ...waiting, monitors }) }
}

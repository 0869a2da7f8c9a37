import type { Update, WebhookInfo } from 'grammy/types'
import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { State } from '../../state.ts'
import type { Kind } from '../../traffic/updates.ts'

const LIMIT_MAX = 100
const TIMEOUT_SECONDS_MAX = 50
const SECRET = /^[A-Za-z0-9_-]{1,256}$/
const KINDS = z.array(z.custom<Kind>((kind) => typeof kind === 'string'))
const OTHER_READER = 'terminated by other getUpdates request; make sure that only one bot instance is running'
const HAS_WEBHOOK =
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"

/** Methods by which a bot gets its updates: long polling or a webhook, never both. */
export function readingMethods({ updates, webhook, stopping }: State): Methods {
  let reader = new AbortController()

  /** Ends the getUpdates call in progress with a 409. Returns the signal that ends the next one. */
  function replaceReader(reason: string): AbortSignal {
    reader.abort(conflict(reason))
    reader = new AbortController()
    return reader.signal
  }

  function readAllowed(call: Call): void {
    const kinds = call.json('allowed_updates', KINDS)
    if (kinds) updates.allow(kinds)
  }

  /** Answers once there is an update or the time is up. */
  async function getUpdates(call: Call): Promise<Update[]> {
    if (webhook.url() !== '') throw conflict(HAS_WEBHOOK)
    readAllowed(call)
    const limit = call.number('limit') ?? LIMIT_MAX
    const seconds = Math.min(TIMEOUT_SECONDS_MAX, Math.max(0, call.number('timeout') ?? 0))
    const offset = call.number('offset') ?? 0
    const replaced = replaceReader(OTHER_READER)
    updates.confirm(offset)
    if (updates.count() === 0 && seconds > 0) {
      const timeout = AbortSignal.timeout(seconds * 1000)
      await updates.next(AbortSignal.any([replaced, call.signal, stopping, timeout]))
    }
    replaced.throwIfAborted()
    return updates.first(limit < 1 || limit > LIMIT_MAX ? LIMIT_MAX : limit)
  }

  function setWebhook(call: Call): true {
    const url = call.text('url') ?? ''
    const secret = call.text('secret_token')
    if (secret !== undefined && !SECRET.test(secret))
      throw badRequest('secret token contains unallowed characters')
    if (url !== '' && !/^https?:\/\//.test(url))
      throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
    readAllowed(call)
    webhook.set(url, secret)
    if (url !== '') replaceReader('terminated by setWebhook request')
    return true
  }

  function deleteWebhook(): true {
    webhook.set('')
    return true
  }

  const getWebhookInfo = (): WebhookInfo => ({
    url: webhook.url(),
    has_custom_certificate: false,
    pending_update_count: updates.count(),
    ...(updates.allowed().length > 0 && { allowed_updates: updates.allowed() }),
  })

  return { getUpdates, setWebhook, deleteWebhook, getWebhookInfo }
}

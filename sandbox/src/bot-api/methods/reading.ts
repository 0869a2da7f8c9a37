import type { Update, WebhookInfo } from 'grammy/types'
import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { State } from '../../state.ts'
import type { Kind } from '../../traffic/updates.ts'
import type { Webhook } from '../webhook.ts'

const LIMIT_MAX = 100
const TIMEOUT_SECONDS_MAX = 50
const SECRET = /^[A-Za-z0-9_-]{1,256}$/
const KINDS = z.array(z.custom<Kind>((kind) => typeof kind === 'string'))

/** Methods by which a bot gets its updates: long polling or a webhook, never both. */
export function readingMethods({ updates, longPoll }: State, webhook: Webhook): Methods {
  function readAllowed(call: Call): void {
    const kinds = call.json('allowed_updates', KINDS)
    if (kinds) updates.allow(kinds)
  }

  async function getUpdates(call: Call): Promise<Update[]> {
    if (webhook.url() !== '')
      throw conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    readAllowed(call)
    const limit = call.number('limit') ?? LIMIT_MAX
    const seconds = Math.min(TIMEOUT_SECONDS_MAX, Math.max(0, call.number('timeout') ?? 0))
    return longPoll.poll({
      offset: call.number('offset') ?? 0,
      limit: limit < 1 || limit > LIMIT_MAX ? LIMIT_MAX : limit,
      timeoutMs: seconds * 1000,
      signal: call.signal,
    })
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
    if (url !== '') longPoll.interrupt(conflict('terminated by setWebhook request'))
    return true
  }

  function deleteWebhook(): true {
    webhook.set('', undefined)
    return true
  }

  function getWebhookInfo(): WebhookInfo {
    return {
      url: webhook.url(),
      has_custom_certificate: false,
      pending_update_count: updates.count(),
      ...(updates.allowed().length > 0 && { allowed_updates: updates.allowed() }),
    }
  }

  return { getUpdates, setWebhook, deleteWebhook, getWebhookInfo }
}

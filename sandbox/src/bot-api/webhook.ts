import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { Log } from '../surroundings.ts'
import type { Updates } from '../traffic/updates.ts'

const TIMEOUT_MS = 30_000
const RETRY_FIRST_MS = 500
const RETRY_MAX_MS = 60_000

interface Target {
  readonly url: string
  readonly secret: string | undefined
  readonly ended: AbortController
}

/** What deliveries need. */
export interface WebhookOptions {
  readonly updates: Updates
  readonly log: Log
}

/** Posts updates one by one, in order; an update not answered with 2xx is posted again after a growing delay. */
export function createWebhook({ updates, log }: WebhookOptions) {
  let target: Target | undefined

  function set(url: string, secret: string | undefined): void {
    target?.ended.abort()
    target = url === '' ? undefined : { url, secret, ended: new AbortController() }
    if (target) void deliverAll(target)
  }

  async function deliverAll(to: Target): Promise<void> {
    let delayMs = RETRY_FIRST_MS
    while (!to.ended.signal.aborted) {
      const [update] = updates.first(1)
      if (!update) await nextUpdate(to.ended.signal)
      else if (await deliver(to, update)) {
        updates.confirm(update.update_id + 1)
        delayMs = RETRY_FIRST_MS
      } else {
        await sleep(delayMs, undefined, { signal: to.ended.signal, ref: false }).catch(() => undefined)
        delayMs = Math.min(RETRY_MAX_MS, delayMs * 2)
      }
    }
  }

  async function nextUpdate(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const stopListening = updates.listen(() => resolve(undefined))
    signal.addEventListener('abort', resolve)
    await promise
    stopListening()
  }

  /** Delivers one update; false after any failure, so that it is tried again. */
  async function deliver(to: Target, update: Update): Promise<boolean> {
    try {
      const { ok, status, body } = await post(to, update)
      await body?.cancel()
      if (!ok) throw new Error(`Wrong response from the webhook: ${status}`)
      return true
    } catch (err) {
      if (to.ended.signal.aborted) return false
      log.debug({ err, update: update.update_id }, 'the webhook of the bot did not take an update')
      return false
    }
  }

  return {
    set,
    url: () => target?.url ?? '',
  }
}

/** Delivers updates to the webhook of the bot, if it set one. */
export type Webhook = ReturnType<typeof createWebhook>

const post = ({ url, secret, ended }: Target, update: Update): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
    },
    body: JSON.stringify(update),
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })

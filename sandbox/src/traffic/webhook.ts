import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { Updates } from './updates.ts'

const TIMEOUT_MS = 30_000
const RETRY_FIRST_MS = 500
const RETRY_MAX_MS = 60_000

interface Target {
  readonly url: string
  readonly secret?: string | undefined
  readonly ended: AbortSignal
}

/** Posts updates one by one, in order; an update not answered with 2xx is posted again after a growing delay. */
export function createWebhook(updates: Updates, stopping: AbortSignal) {
  let current = { url: '', replaced: new AbortController() }

  /** Sets the address of the bot; an empty one ends the deliveries. */
  function set(url: string, secret?: string): void {
    current.replaced.abort()
    current = { url, replaced: new AbortController() }
    const ended = AbortSignal.any([stopping, current.replaced.signal])
    if (url !== '') void deliverAll({ url, secret, ended })
  }

  async function deliverAll(target: Target): Promise<void> {
    const { ended } = target
    let delayMs = RETRY_FIRST_MS
    while (!ended.aborted) {
      const [update] = updates.first(1)
      if (!update) await updates.next(ended)
      else if (await deliver(target, update)) {
        updates.confirm(update.update_id + 1)
        delayMs = RETRY_FIRST_MS
      } else {
        await sleep(delayMs, undefined, { signal: ended, ref: false }).catch(() => undefined)
        delayMs = Math.min(RETRY_MAX_MS, delayMs * 2)
      }
    }
  }

  return { set, url: () => current.url }
}

/** Delivers one update; false after any failure, so that it is tried again. */
async function deliver({ url, secret, ended }: Target, update: Update): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
  }
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(update), signal })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

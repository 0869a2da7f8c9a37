import { createDueQueue, type DueQueue } from '../../queue/due-queue.ts'
import type { Redis } from '../../redis/connection.ts'
import { loadScript } from '../../redis/script.ts'
import { KEYS } from '../keys.ts'
import { isOwn } from '../tokens.ts'
import {
  parseWebhook,
  type StoredWebhook,
  WEBHOOK_KEYS,
  type Webhook,
  type WebhookHealth,
} from './webhook.ts'

/** Webhooks that have deliveries waiting; a member is the id of a webhook. `publish.lua` makes them due. */
export const createWebhookQueue = (redis: Redis): DueQueue =>
  createDueQueue({ redis, name: 'webhooks', tags: ['service'] })

const PUT = loadScript(new URL('./lua/put-webhook.lua', import.meta.url))
const REMOVE = loadScript(new URL('./lua/remove-webhook.lua', import.meta.url))
const REVOKE = loadScript(new URL('./lua/revoke-token.lua', import.meta.url))
const RESUME = loadScript(new URL('./lua/resume-webhook.lua', import.meta.url))

export interface PutOptions {
  /** Most webhooks of one owner. */
  readonly max: number
  /** The owner has one webhook, whatever its url: the new one takes its place. */
  readonly isOnly: boolean
}

/** The id of a webhook that was registered; else why it was not: the owner has too many, or its token is gone. */
export type PutResult = number | 'too many' | 'revoked'

/** The webhooks in Redis. Every question names the owner: another's webhook and none are the same. */
export function createWebhookStore(redis: Redis) {
  const queueKeys = createWebhookQueue(redis).keysOf(0)
  const erasingKeys = [...queueKeys, KEYS.webhooks, KEYS.disabled, KEYS.dropped]
  const erasingPrefixes = [KEYS.watchers, KEYS.deliveries, WEBHOOK_KEYS.state, WEBHOOK_KEYS.log].map(prefixOf)

  async function list(owner: string): Promise<Webhook[]> {
    const ids = (await redis.smembers(WEBHOOK_KEYS.owned(owner))).map(Number).sort((a, b) => a - b)
    if (ids.length === 0) return []
    const texts = await redis.hmget(KEYS.webhooks, ...ids.map(String))
    return texts.flatMap((text, i) => {
      const webhook = parseWebhook(ids[i] ?? 0, text)
      return webhook === undefined || webhook === 'unreadable' ? [] : webhook
    })
  }

  /** Removes a webhook with all that waits for it; false where the owner has none of this id. */
  async function remove(owner: string, id: number): Promise<boolean> {
    const keys = [...erasingKeys, WEBHOOK_KEYS.owned(owner)]
    return (await REMOVE.run(redis, keys, [...erasingPrefixes, id])) === 1
  }

  return {
    list,
    remove,

    /** Revokes a token by its name, with its webhooks; false where there is none. */
    async revokeToken(name: string): Promise<boolean> {
      const keys = [...erasingKeys, KEYS.tokens, KEYS.tokenNames]
      const args = [...erasingPrefixes, name, prefixOf(WEBHOOK_KEYS.owned)]
      return (await REVOKE.run(redis, keys, args)) === 1
    },

    /** Removes webhooks whose token is gone: earlier versions left them where a revocation was cut short. */
    async removeOrphans(): Promise<void> {
      for (const [id, text] of Object.entries(await redis.hgetall(KEYS.webhooks))) {
        const webhook = parseWebhook(Number(id), text)
        if (webhook === undefined || webhook === 'unreadable' || isOwn(webhook)) continue
        const isOrphan = (await redis.hexists(KEYS.tokens, webhook.owner)) === 0
        if (isOrphan) await remove(webhook.owner, webhook.id)
      }
    },

    /** Registers a webhook, or puts it in place of the one with its url, whose id it takes. */
    async put(webhook: StoredWebhook, { max, isOnly }: PutOptions): Promise<PutResult> {
      const { counter, owned, state } = WEBHOOK_KEYS
      const keys = [KEYS.webhooks, owned(webhook.owner), counter, KEYS.disabled, KEYS.tokens]
      const prefixes = [prefixOf(KEYS.watchers), prefixOf(KEYS.deliveries), prefixOf(state)]
      const token = isOwn(webhook) ? '' : webhook.owner
      const args = [webhook.url, JSON.stringify(webhook), max, isOnly ? 1 : 0, ...prefixes, token]
      const id = Number(await PUT.run(redis, [...queueKeys, ...keys], [...args, ...webhook.monitors]))
      if (id > 0) return id
      return id === 0 ? 'too many' : 'revoked'
    },

    /** Enables a webhook again and makes what waits for it due at once. */
    async resume(id: number): Promise<void> {
      const keys = [KEYS.disabled, KEYS.deliveries(id), WEBHOOK_KEYS.state(id)]
      await RESUME.run(redis, [...queueKeys, ...keys], [id])
    },

    async healthOf(id: number): Promise<WebhookHealth> {
      const [disabled, dropped, waiting, state] = await Promise.all([
        redis.sismember(KEYS.disabled, id),
        redis.hget(KEYS.dropped, String(id)),
        redis.llen(KEYS.deliveries(id)),
        redis.hgetall(WEBHOOK_KEYS.state(id)),
      ])
      const failures = Number(state.failures ?? 0)
      return {
        status: disabled === 1 ? 'disabled' : failures > 0 ? 'failing' : 'active',
        createdAt: Number(state.createdAt ?? 0),
        lastDelivery: state.lastDelivery === undefined ? undefined : Number(state.lastDelivery),
        failures,
        dropped: Number(dropped ?? 0),
        waiting,
      }
    },
  }
}

export type WebhookStore = ReturnType<typeof createWebhookStore>

/** What stands before the name in keys of one kind, for scripts that make such keys themselves. */
const prefixOf = (key: ((ref: string) => string) | ((id: number) => string)): string =>
  (key as (name: string) => string)('')

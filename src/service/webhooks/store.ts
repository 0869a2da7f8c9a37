import { z } from 'zod'
import { WEBHOOKS_PER_TOKEN_MAX } from '../../api/notification.ts'
import { storedJson } from '../../api/record.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { createWebhookQueue, KEYS } from '../keys.ts'
import { isOwn } from '../tokens.ts'

/** A webhook in Redis: `owner` is that of a `Caller`, `monitors` are refs (`monitorRef`). */
const storedWebhook = z.object({
  owner: z.string(),
  url: z.string(),
  certificate_ssl: z.boolean(),
  secret: z.string(),
  monitors: z.array(z.string()),
})
type StoredWebhook = z.output<typeof storedWebhook>
export type Webhook = StoredWebhook & { readonly id: number }

/** The state of the deliveries to a webhook; times in ms, `failures` in a row. */
interface WebhookHealth {
  readonly status: 'active' | 'failing' | 'disabled'
  readonly createdAt: number
  readonly lastDelivery: number | undefined
  readonly failures: number
  readonly dropped: number
  readonly waiting: number
}

const WEBHOOK_JSON = storedJson.pipe(storedWebhook)

/** Parses a stored webhook; undefined where there is none. */
export function parseWebhook(
  id: number,
  text: string | null | undefined,
): Webhook | 'unreadable' | undefined {
  if (!text) return undefined
  const webhook = WEBHOOK_JSON.safeParse(text)
  return webhook.success ? { id, ...webhook.data } : 'unreadable'
}

function readable(id: number, text: string | null): Webhook[] {
  const webhook = parseWebhook(id, text)
  return webhook === undefined || webhook === 'unreadable' ? [] : [webhook]
}

const PUT = loadScript(new URL('./lua/put-webhook.lua', import.meta.url))
const REMOVE = loadScript(new URL('./lua/remove-webhook.lua', import.meta.url))
const REVOKE = loadScript(new URL('./lua/revoke-token.lua', import.meta.url))
const RESUME = loadScript(new URL('./lua/resume-webhook.lua', import.meta.url))

/** The id of the registered webhook; else why it was refused: the owner has too many, or its token is revoked. */
type PutResult = number | 'too many' | 'revoked'

/** The webhooks in Redis. Callers are known by their owner, so another's webhook is the same as none. */
export function createWebhookStore(redis: Redis) {
  const queueKeys = createWebhookQueue(redis).keysOf(0)
  const erasingKeys = [...queueKeys, KEYS.webhooks, KEYS.disabled, KEYS.dropped]
  const erasingPrefixes = [KEYS.watchers(''), KEYS.deliveries(''), KEYS.webhookState(''), KEYS.webhookLog('')]

  async function list(owner: string): Promise<Webhook[]> {
    const ids = (await redis.smembers(KEYS.owned(owner))).map(Number).sort((a, b) => a - b)
    if (ids.length === 0) return []
    const texts = await redis.hmget(KEYS.webhooks, ...ids.map(String))
    return texts.flatMap((text, i) => readable(ids[i] ?? 0, text))
  }

  /** Removes a webhook and its waiting deliveries, if the owner has one of this id. */
  async function remove(owner: string, id: number): Promise<void> {
    await REMOVE.run(redis, [...erasingKeys, KEYS.owned(owner)], [...erasingPrefixes, id])
  }

  return {
    list,
    remove,

    /** The webhooks of all owners. */
    async all(): Promise<Webhook[]> {
      const texts = await redis.hgetall(KEYS.webhooks)
      return Object.entries(texts).flatMap(([id, text]) => readable(Number(id), text))
    },

    /** Removes all webhooks of an owner; returns how many. */
    async removeOwned(owner: string): Promise<number> {
      const webhooks = await list(owner)
      for (const { id } of webhooks) await remove(owner, id)
      return webhooks.length
    },

    /** Revokes a token by its name and removes its webhooks; false where there is none. */
    async revokeToken(name: string): Promise<boolean> {
      const keys = [...erasingKeys, KEYS.tokens, KEYS.tokenNames]
      const args = [...erasingPrefixes, name, KEYS.owned('')]
      return (await REVOKE.run(redis, keys, args)) === 1
    },

    /**
     * Registers a webhook. One of the owner with the same url is replaced and keeps its id; the process' own token has one
     * webhook, which is replaced whatever its url.
     */
    async put(webhook: StoredWebhook): Promise<PutResult> {
      const { webhooks, owned, webhookCounter, disabled, tokens } = KEYS
      const keys = [webhooks, owned(webhook.owner), webhookCounter, disabled, tokens]
      const prefixes = [KEYS.watchers(''), KEYS.deliveries(''), KEYS.webhookState('')]
      const [isOnly, token] = isOwn(webhook) ? [1, ''] : [0, webhook.owner]
      const args = [webhook.url, JSON.stringify(webhook), WEBHOOKS_PER_TOKEN_MAX, isOnly, ...prefixes, token]
      const id = Number(await PUT.run(redis, [...queueKeys, ...keys], [...args, ...webhook.monitors]))
      if (id > 0) return id
      return id === 0 ? 'too many' : 'revoked'
    },

    /** Enables a webhook and makes its waiting deliveries due at once. */
    async resume(id: number): Promise<void> {
      const keys = [KEYS.disabled, KEYS.deliveries(id), KEYS.webhookState(id)]
      await RESUME.run(redis, [...queueKeys, ...keys], [id])
    },

    async healthOf(id: number): Promise<WebhookHealth> {
      const [disabled, dropped, waiting, state] = await Promise.all([
        redis.sismember(KEYS.disabled, id),
        redis.hget(KEYS.dropped, String(id)),
        redis.llen(KEYS.deliveries(id)),
        redis.hgetall(KEYS.webhookState(id)),
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

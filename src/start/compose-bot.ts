import { readFileSync } from 'node:fs'
import { createBot } from '../bot/bot.ts'
import { OPERATOR_LEASE_MS } from '../bot/features/operator/operator.ts'
import { createReplacedWebhooks } from '../push/register/replaced-webhook.ts'
import { createDueQueue } from '../queue/due-queue.ts'
import { createLease } from '../redis/leader.ts'
import { POLLING_LEASE_MS } from '../telegram/polling.ts'
import { UPDATE_STORE_TAGS } from '../telegram/update-store.ts'
import { WEBHOOK_PATH } from '../telegram/webhook.ts'
import type { Shared } from './shared.ts'

const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** What each neighbour is asked to see whether it is there; it throws where it is not. */
export type Checks = Readonly<Record<'redis' | 'telegram' | 'rates', () => Promise<void>>>

/** The bot with where its updates come from and what operators may do. */
export function composeBot(shared: Shared, checks: Checks) {
  const { config, botToken, print } = shared
  return createBot({
    ...shared,
    token: botToken,
    apiRoot: shared.telegramUrl,
    ...updatesOf(shared),
    operator: operatorOf(shared, checks),
    gapMonitors: config.GAP_MONITORS,
    onKnown: config.BOT_TOKEN ? (lines) => lines.forEach(print) : undefined,
  })
}

/** How updates come from Telegram, and where they are kept: apart for each bot, as each numbers its own. */
function updatesOf({ config, redis, subscriber, botToken, telegramSecrets, processId }: Shared) {
  const name = `inbox:${botToken.split(':', 1)[0]}`
  const updateStore = createDueQueue({ redis, name, tags: UPDATE_STORE_TAGS, holder: processId ?? '' })
  const pollingLease = processId && createLease(redis, `{polling}:${name}`, processId, POLLING_LEASE_MS)
  return {
    keeping: { redis, subscriber, updateStore, pollingLease: pollingLease || undefined },
    webhook:
      config.TELEGRAM_UPDATES === 'webhook' && config.PUBLIC_URL
        ? { url: config.PUBLIC_URL + WEBHOOK_PATH, secrets: telegramSecrets }
        : undefined,
  }
}

/** What operators see and do; where several processes could serve them by themselves, the holder of a lease does. */
function operatorOf(shared: Shared, checks: Checks) {
  const { config, redis, queue, chats, ratePerSecond, processId, clock } = shared
  return {
    redis,
    queue,
    chats,
    checks,
    ratePerSecond,
    processId,
    chatIds: config.ADMIN_CHAT_IDS,
    replacedWebhook: createReplacedWebhooks(redis, clock).last,
    lease: createLease(redis, '{operator}:holder', processId ?? 'only', OPERATOR_LEASE_MS),
    version: `tasa ${VERSION} · Node ${process.versions.node}`,
  }
}

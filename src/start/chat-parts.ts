import { createPush, SEND_MS_MAX } from '../push/push.ts'
import { createHttp } from '../runtime/http.ts'
import { type Part, sideBySide } from '../runtime/lifecycle.ts'
import { createTelegram, type Telegram } from '../telegram/api.ts'
import { receiverUrl } from './addresses.ts'
import { composeBot } from './compose-bot.ts'
import type { AppContext } from './house.ts'
import { createShared, type Shared } from './shared.ts'

/** The bot, the push, and what both need. */
export async function* createChatParts(context: AppContext): AsyncGenerator<Part> {
  const { config, print } = context
  const { ROLES } = config
  const shared = createShared(context)
  yield shared.limiter
  yield shared.prices

  const telegram = createTelegram({
    token: context.botToken,
    apiRoot: context.telegramUrl,
    timeoutSeconds: SEND_MS_MAX / 1000,
    isPaid: config.PAID_BROADCASTS,
  })
  const push = await composePush(context, shared, telegram)
  const checks = {
    redis: async () => void (await shared.redis.ping()),
    telegram: async () => void (await telegram.api.getMe()),
    rates: async () => void (await shared.client.webhooks()),
  }
  const bot = composeBot(shared, checks)
  context.http = createHttp({
    name: 'http',
    host: config.HOST,
    port: config.PORT,
    portVariable: 'PORT',
    metrics: context.metrics,
    checks: { redis: checks.redis },
    outside: { telegram: checks.telegram, rates: checks.rates },
    routes: (app) => {
      if (ROLES.has('push')) push.routes(app)
      if (ROLES.has('bot')) bot.routes(app)
    },
  })
  yield { name: 'telegram', start: async () => {}, stop: telegram.close }
  yield context.http
  print(`Bot            ${context.http.address()}/healthz`)
  yield sideBySide('chats', [...(ROLES.has('push') ? [push] : []), ...(ROLES.has('bot') ? [bot] : [])])
}

const composePush = async (context: AppContext, shared: Shared, { send, edit, api }: Telegram) =>
  createPush({
    ...shared,
    waiting: await context.connect(true),
    send,
    edit,
    pinnedIn: async (chat) => (await api.getChat(chat)).pinned_message?.message_id,
    receiverUrl: () => receiverUrl(context),
    secret: context.webhookSecret,
  })

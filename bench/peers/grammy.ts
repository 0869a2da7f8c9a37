import { autoRetry } from '@grammyjs/auto-retry'
import { apiThrottler } from '@grammyjs/transformer-throttler'
import { Api } from 'grammy'
import { type Order, type Setting, sendAll, serveContender, TOKEN } from '../contenders/contender.ts'

let send: (chat: number, order: Order) => Promise<unknown>

/** grammY as its guide says: alone, with auto-retry, or with the throttler (and auto-retry where there is a cap). */
async function prepare({ telegramUrl, variant, ratePerSecond }: Setting): Promise<void> {
  const api = new Api(TOKEN, { apiRoot: telegramUrl })
  const hasCap = ratePerSecond !== undefined
  if (variant === 'auto-retry' || hasCap) api.config.use(autoRetry())
  if (variant === 'throttler')
    api.config.use(apiThrottler({ global: hasCap ? globalLimit(ratePerSecond) : {} }))
  send = (chat, { body: { text, ...other } }) => api.sendMessage(chat, String(text), other)
}

/** The throttler's own global limit, for another rate. */
const globalLimit = (rate: number) => ({
  reservoir: rate,
  reservoirRefreshAmount: rate,
  reservoirRefreshInterval: 1_000,
})

serveContender({ prepare, run: (order) => sendAll(order, (chat) => send(chat, order)) })

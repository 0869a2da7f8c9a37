import { fastify } from 'fastify'
import { request } from 'undici'
import { RECEIVER_PATH } from '../../src/push/receive/receive.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createTelegram } from '../../src/telegram/api.ts'
import { SECRET, startPush } from '../../test/support/push.ts'
import { silent } from '../../test/support/redis.ts'
import { forEachChat, monitorAt, notificationOf } from '../prices.ts'
import { type Setting, serveContender, TOKEN } from './contender.ts'

const UNLIMITED = 1_000_000
const FIRST_PRICE = 100

/** The real push before the stand-in, followed as the setting says, and its real receiver. */
async function start(setting: Setting) {
  const { telegramUrl, redisUrl, ratePerSecond = UNLIMITED, followers = 0, monitors = 1 } = setting
  const connect = (waits = false) => connectRedis({ urls: [redisUrl], log: silent, waits })
  const { send } = createTelegram({ token: TOKEN, apiRoot: telegramUrl, timeoutSeconds: 15 })
  const push = await startPush({ connect, ratePerSecond, send })
  for (let index = 0; index < monitors; index++) {
    const follow = (chat: string) => push.chats.follows.add(chat, monitorAt(index), { price: '100', at: 1 })
    await forEachChat({ first: index + 1, last: followers, step: monitors }, follow)
  }
  const app = fastify()
  push.routes(app)
  const address = (await app.listen({ host: '127.0.0.1', port: 0 })) + RECEIVER_PATH
  let price = FIRST_PRICE
  return {
    push,
    /** Posts the notification of a new price to the receiver, as the rate API would. */
    async notify(index = 0): Promise<void> {
      const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' }
      const body = notificationOf(monitorAt(index), String(++price))
      const { statusCode } = await request(address, { method: 'POST', headers, body })
      if (statusCode !== 200) throw new Error(`the receiver answered ${statusCode}`)
    },
  }
}

let started: Awaited<ReturnType<typeof start>> | undefined

serveContender({
  prepare: async (setting) => {
    started = await start(setting)
  },
  run: async ({ monitor }) => started?.notify(monitor),
  rest: async () => started?.push.rest(),
})

import { createBot } from '../../src/bot/bot.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { silent } from '../../test/support/redis.ts'
import { serveContender, TOKEN } from './contender.ts'
import { startPushSide } from './push-side.ts'

let side: Awaited<ReturnType<typeof startPushSide>> | undefined

serveContender({
  prepare: async (setting) => {
    side = await startPushSide(setting)
    const { board, chats, limiter } = side.push
    const bot = createBot({
      token: TOKEN,
      apiRoot: setting.telegramUrl,
      board,
      chats,
      limiter,
      defaultLanguage: 'es',
      clock: Date.now,
      log: silent,
      metrics: createMetrics(),
      onRefused: (failure) => {
        throw failure
      },
    })
    await bot.start()
  },
  run: async () => side?.notify(),
})

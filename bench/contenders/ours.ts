import { startBotSide } from './bot-side.ts'
import { serveContender } from './contender.ts'
import { startPushSide } from './push-side.ts'

let side: Awaited<ReturnType<typeof startPushSide>> | undefined

serveContender({
  prepare: async (setting) => {
    side = await startPushSide(setting)
    if (setting.withBot) await startBotSide(setting, side.push)
  },
  run: async ({ monitor }) => side?.notify(monitor),
  rest: async () => side?.push.rest(),
})

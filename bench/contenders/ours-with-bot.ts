import { startBotSide } from './bot-side.ts'
import { serveContender } from './contender.ts'
import { startPushSide } from './push-side.ts'

let side: Awaited<ReturnType<typeof startPushSide>> | undefined

serveContender({
  prepare: async (setting) => {
    side = await startPushSide(setting)
    await startBotSide(setting, side.push)
  },
  run: async () => side?.notify(),
})

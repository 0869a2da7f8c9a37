import { serveContender } from './contender.ts'
import { startPushSide } from './push-side.ts'

let side: Awaited<ReturnType<typeof startPushSide>> | undefined

serveContender({
  prepare: async (setting) => {
    side = await startPushSide(setting)
  },
  run: async ({ monitor }) => side?.notify(monitor),
  rest: async () => side?.push.rest(),
})

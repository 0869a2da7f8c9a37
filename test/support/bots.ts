import { canary } from './canary.ts'
import { startServer } from './cluster.ts'
import { startFront } from './front.ts'
import { createPeople } from './people.ts'
import { type Program, spawnProgram } from './program.ts'

const SECRET = canary('rates_webhook')

/** Everything but the bots in one process, and bots as many as wanted, all on one Redis. */
export async function startHouse() {
  const redis = await startServer()
  const front = await startFront()
  const context = spawnProgram({
    env: { ROLES: 'service,push,sandbox', REDIS_URL: redis.url, RATES_WEBHOOK_SECRET: SECRET },
  })
  const sandbox = await context.address('Web chat')
  const bots: Program[] = []

  const people = createPeople(sandbox)
  await people.act('faults', { flood_limits: false })

  return {
    redis,
    front,
    people,
    bots,
    async startBot(env: Record<string, string>): Promise<Program> {
      const bot = spawnProgram({
        env: {
          ROLES: 'bot',
          REDIS_URL: redis.url,
          RATES_API_URL: await context.address('Rate service'),
          RATES_API_TOKEN: 'unknown-token',
          RATES_WEBHOOK_SECRET: SECRET,
          TELEGRAM_API_ROOT: sandbox,
          PUBLIC_URL: front.url,
          ...env,
        },
      })
      bots.push(bot)
      await bot.address('Bot')
      return bot
    },
    async stop(): Promise<void> {
      await Promise.all([...bots, context].map((program) => program.stop()))
      await front.stop()
      await redis.stop()
    },
  }
}

import { startCrowd } from './crowd.ts'
import type { Figure } from './figure.ts'
import { type OwnRedis, withRedis } from './with-redis.ts'

const SIZES = [10_000, 100_000, 1_000_000]

/** What it costs that many follow one monitor: time until all are due, and Redis' memory. */
export async function benchScale(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES) figures.push(...(await withRedis((server) => measure(server, size))))
  return figures
}

async function measure(server: OwnRedis, size: number): Promise<Figure[]> {
  const crowd = await startCrowd(server)
  await crowd.tick('100')
  const told = { price: '100', at: Date.now() }
  // Follows and a language, as `/start` and `/follow` leave them.
  const filled = await crowd.fill(size, 'follower', async (chat) => {
    await crowd.chats.settings.setLanguage(chat, 'es')
    await crowd.chats.follows.add(chat, crowd.monitor, told)
  })
  const first = await crowd.tick('101')
  const due = (await crowd.queue.backlog()).waiting
  if (due < size * 0.99) throw new Error(`${due} of ${size} chats are due`)
  const second = await crowd.tick('102')
  await crowd.stop()
  const name = `${size} followers`
  return [
    { name: `${name}: until all are due`, unit: 'ms', ours: first.ms },
    { name: `${name}: Redis' time of a second price`, unit: 'ms', ours: second.redisMs },
    ...filled,
  ]
}

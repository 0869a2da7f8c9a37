import { benchCrowds } from './crowd.ts'
import type { Figure } from './figure.ts'

/** What it costs that many follow one monitor: time until all are due, and Redis' memory. */
export const benchScale = (): Promise<Figure[]> =>
  benchCrowds(async (crowd, size) => {
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
    const name = `${size} followers`
    return [
      { name: `${name}: until all are due`, unit: 'ms', ours: first.ms },
      { name: `${name}: Redis' time of a second price`, unit: 'ms', ours: second.redisMs },
      ...filled,
    ]
  })

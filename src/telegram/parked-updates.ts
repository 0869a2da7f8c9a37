import { type Backlog, readBacklog } from '../queue/backlog.ts'
import { createDueQueue } from '../queue/due-queue.ts'
import { createParking, type Parked } from '../queue/parking.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { INBOX_TAGS, INBOXES } from './inbox.ts'

const DROP_UPDATES = loadScript(new URL('./lua/drop-updates.lua', import.meta.url))

/**
 * What an operator does with the updates of chats that were set aside, in the inboxes of all bots that this Redis has
 * seen. A member is a chat, or a person who asks in inline mode (`inline` and a number).
 */
export async function openParkedUpdates(redis: Redis) {
  const names = await redis.smembers(INBOXES)
  const inboxes = names.toSorted().map((name) => {
    const queue = createDueQueue({ redis, name, tags: INBOX_TAGS })
    return { queue, parking: createParking(redis, queue) }
  })

  /** Whether any inbox says yes. */
  async function inAny(act: (inbox: (typeof inboxes)[number]) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(inboxes.map(act))).includes(true)
  }

  return {
    bots: inboxes.length,
    async list(): Promise<Parked[]> {
      const lists = await Promise.all(inboxes.map(({ parking }) => parking.list()))
      return lists.flat().toSorted((a, b) => a.since - b.since)
    },
    backlogs: (): Promise<Backlog[]> => Promise.all(inboxes.map(({ queue }) => readBacklog(redis, queue))),
    /** Works them off now, as if nothing had failed; false where none of this member are parked. */
    retry: (member: string): Promise<boolean> => inAny(({ parking }) => parking.retry(member)),
    /** Forgets them, unanswered; false where none of this member are parked. */
    drop: (member: string): Promise<boolean> =>
      inAny(
        async ({ queue }) =>
          (await DROP_UPDATES.run(redis, queue.keysOf(queue.shardOf(member)), [member])) === 1,
      ),
  }
}

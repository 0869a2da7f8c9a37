import type { AlertKind } from '../domain/alert-kinds.ts'
import type { Decimal } from '../domain/decimal.ts'
import { redisTime } from '../redis/connection.ts'
import { type Alert, alertText, isStanding, loadAlertScript, type NewAlert } from './alert.ts'
import { chatsOfPerson, markOf, type SeenQuote } from './keys.ts'
import type { ChatScripts } from './scripts.ts'

const ADD_ALERT = loadAlertScript(new URL('./lua/alerts/add-alert.lua', import.meta.url))
const CHANGE_ALERT = loadAlertScript(new URL('./lua/alerts/change-alert.lua', import.meta.url))

export const ALERTS_PER_CHAT_MAX = 50
/** In the private chat of a person, and those that the person made in groups and channels. */
export const ALERTS_PER_PERSON_MAX = 200

/** In so many groups and channels the alerts of one person overtake followers; in further ones each would delay those of others. */
const URGENT_GROUPS_PER_PERSON_MAX = 10

/** The standing conditions of chats. */
export function createAlertStore({ redis, read, run, learn, runRevived, announce }: ChatScripts) {
  /** Removes an alert; false when the chat has no such alert. */
  async function remove(chat: string, id: number): Promise<boolean> {
    const removed = await run(CHANGE_ALERT, chat, [id, 'remove'])
    if (removed === 2) await announce()
    return removed !== 0
  }

  /** The alerts of a person that are kept, also of chats that left, as these may come back. */
  async function alertsOf(person: string): Promise<readonly Alert[]> {
    const mark = markOf(person)
    const [own, others] = await Promise.all([read(person), redis.smembers(chatsOfPerson(mark))])
    const made = await Promise.all(
      others.map(async (chat) => {
        const alerts = (await read(chat)).alerts.filter(({ by }) => by === mark)
        if (alerts.length === 0 && others.length > ALERTS_PER_PERSON_MAX)
          await redis.srem(chatsOfPerson(mark), chat)
        return alerts
      }),
    )
    return [...own.alerts, ...made.flat()]
  }

  async function hasTooMany(person: string): Promise<boolean> {
    const alerts = await alertsOf(person)
    if (alerts.length <= ALERTS_PER_PERSON_MAX) return false
    const now = await redisTime(redis)
    return alerts.filter((alert) => isStanding(alert, now)).length > ALERTS_PER_PERSON_MAX
  }

  async function addToChat(
    chat: string,
    alert: NewAlert,
    value: Decimal,
    seen: readonly SeenQuote[],
  ): Promise<number | 'full'> {
    const args = [alertText(alert), value, ALERTS_PER_CHAT_MAX]
    await learn(chat, seen)
    const { reply } = await runRevived(ADD_ALERT, chat, { args, seen })
    if (reply === 'full') return reply
    const [id, hasChanged] = reply as [id: number, hasChanged: number]
    if (hasChanged === 1) await announce()
    return id
  }

  return {
    list: async (chat: string): Promise<readonly Alert[]> => (await read(chat)).alerts,

    /**
     * Adds an alert. `value` is the value of its signal that was shown: the price, or the gap in percent, of the prices `seen`.
     * The shard takes these first; from an older price, the alert would trigger by a move that nobody saw. It counts as one of
     * `person`, the number of whoever makes it. Returns its number.
     */
    async add(
      chat: string,
      alert: NewAlert,
      value: Decimal,
      seen: readonly SeenQuote[] = [],
      person = chat,
    ): Promise<number | 'full' | 'person_full'> {
      const mark = person === chat ? undefined : markOf(person)
      const isFirst = mark !== undefined && (await redis.sadd(chatsOfPerson(mark), chat)) === 1
      const groups = mark ? await redis.scard(chatsOfPerson(mark)) : 0
      const isRoutine = groups > URGENT_GROUPS_PER_PERSON_MAX
      const added = await addToChat(chat, mark ? { ...alert, by: mark, isRoutine } : alert, value, seen)
      // The chat keeps the marks of who has an alert in it, by which its number is deleted.
      if (added === 'full' && isFirst) await redis.srem(chatsOfPerson(mark), chat)
      // Counted once it is there, so that none is missed of several that are made at once.
      if (added === 'full' || !(await hasTooMany(person))) return added
      await remove(chat, added)
      return 'person_full'
    },

    remove,

    /** Changes the threshold or percentage, and the kind if one is given. */
    async edit(
      chat: string,
      id: number,
      { value, kind }: Pick<Alert, 'value'> & { readonly kind?: AlertKind | undefined },
      seen: readonly SeenQuote[] = [],
    ): Promise<void> {
      const args = [id, 'edit', value, kind ?? '']
      await learn(chat, seen)
      await runRevived(CHANGE_ALERT, chat, { args, seen })
    },

    /** Pauses or resumes an alert; it resumes from the price now. */
    pause: async (chat: string, id: number, paused: boolean): Promise<void> =>
      void (await run(CHANGE_ALERT, chat, [id, paused ? 'pause' : 'resume'])),
  }
}

import type { Tally } from '../stand-in.ts'

const FIRST_PERSON = 5_000_000_000
const UPDATE_EVERY_MS = { least: 15, spread: 30 }
const BOT = { id: 1, is_bot: true, first_name: 'Bench', username: 'bench_bot' }
const COMMAND = '/rate usd_0'

interface PeopleOptions {
  readonly random: () => number
  readonly now: () => number
  readonly tally: Tally
}

/** People who ask the bot one after another, each in a chat of their own, and what else the bot asks Telegram. */
export function createPeople({ random, now, tally }: PeopleOptions) {
  const askedAt = new Map<string, number>()
  let count = 0

  function nextUpdate(): object {
    const id = FIRST_PERSON + ++count
    const person = { id, first_name: 'Ana' }
    askedAt.set(String(id), now())
    const message = {
      message_id: count,
      date: Math.floor(Date.now() / 1000),
      chat: { ...person, type: 'private' },
      from: { ...person, is_bot: false },
      text: COMMAND,
      entities: [{ type: 'bot_command', offset: 0, length: COMMAND.indexOf(' ') }],
    }
    return { update_id: count, message }
  }

  return {
    /** Answers a method other than `sendMessage`; an update is handed out at a random moment. */
    answer(method: string, reply: (result: unknown) => void): void {
      if (method !== 'getUpdates') {
        reply(method === 'getMe' ? BOT : true)
        return
      }
      const afterMs = UPDATE_EVERY_MS.least + random() * UPDATE_EVERY_MS.spread
      setTimeout(() => reply([nextUpdate()]), afterMs)
    },
    /** Whether a message answers one of them: then how long that took is counted. */
    hear(body: string): boolean {
      const chat = /"chat_id":"?(\d+)/.exec(body)?.[1] ?? ''
      const at = askedAt.get(chat)
      if (at === undefined) return false
      askedAt.delete(chat)
      tally.repliesMs.push(now() - at)
      return true
    },
  }
}

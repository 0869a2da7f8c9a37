import { monotonicMs } from '../child.ts'
import type { Asking, Tally } from '../stand-in.ts'

const FIRST_PERSON = 5_000_000_000
const SECOND_MS = 1_000
const BOT = { id: 1, is_bot: true, first_name: 'Bench', username: 'bench_bot' }

type Reply = (result: unknown) => void

/** People who ask the bot, each in a chat of their own, and what else the bot asks Telegram. */
export function createPeople(asking: Asking | undefined, random: () => number, tally: Tally) {
  const askedAt = new Map<string, number>()
  const pending: object[] = []
  let poll: Reply | undefined
  let count = 0

  function nextUpdate(command: string): object {
    const id = FIRST_PERSON + ++count
    const person = { id, first_name: 'Ana' }
    askedAt.set(String(id), monotonicMs())
    const message = {
      message_id: count,
      date: Math.floor(Date.now() / 1000),
      chat: { ...person, type: 'private' },
      from: { ...person, is_bot: false },
      text: command,
      entities: [{ type: 'bot_command', offset: 0, length: command.split(' ', 1)[0]?.length }],
    }
    return { update_id: count, message }
  }

  function hand(): void {
    if (!poll || pending.length === 0) return
    poll(pending.splice(0))
    poll = undefined
  }

  function come(command: string): void {
    pending.push(nextUpdate(command))
    hand()
  }

  /** At random moments, whether those before were answered or not. */
  function comeSteadily(command: string, perSecond: number): void {
    come(command)
    setTimeout(comeSteadily, (SECOND_MS / perSecond) * (0.5 + random()), command, perSecond)
  }

  function takePoll(reply: Reply): void {
    poll = reply
    if (asking && count === 0) comeSteadily(asking.command, asking.updatesPerSecond)
    else hand()
  }

  return {
    /** Answers a method other than `sendMessage`. */
    answer(method: string, reply: Reply): void {
      if (method === 'getUpdates') takePoll(reply)
      else reply(method === 'getMe' ? BOT : true)
    },
    /** Whether a message answers one of them: then how long that took is counted. */
    hear(body: string): boolean {
      const chat = /"chat_id":"?(\d+)/.exec(body)?.[1] ?? ''
      const at = askedAt.get(chat)
      if (at === undefined) return false
      askedAt.delete(chat)
      tally.repliesMs.push(monotonicMs() - at)
      return true
    },
  }
}

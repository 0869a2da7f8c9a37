import { Pool } from 'undici'
import type { Asking, Tally } from '../stand-in.ts'

const FIRST_PERSON = 5_000_000_000
const UPDATE_EVERY_MS = { least: 15, spread: 30 }
const SECOND_MS = 1_000
const BOT = { id: 1, is_bot: true, first_name: 'Bench', username: 'bench_bot' }
/** As many as Telegram makes to one webhook, if not told otherwise. */
const WEBHOOK_CONNECTIONS = 40
const NOBODY: Asking = { command: '/help' }

interface PeopleOptions {
  readonly asking: Asking | undefined
  readonly random: () => number
  readonly now: () => number
  readonly tally: Tally
}

type Reply = (result: unknown) => void

/** People who ask the bot, each in a chat of their own, and what else the bot asks Telegram. */
export function createPeople({ asking = NOBODY, random, now, tally }: PeopleOptions) {
  const { command, updatesPerSecond, atOnce = 0 } = asking
  const askedAt = new Map<string, number>()
  const pending: object[] = []
  let poll: Reply | undefined
  let post: ((update: object) => void) | undefined
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
      text: command,
      entities: [{ type: 'bot_command', offset: 0, length: command.split(' ', 1)[0]?.length }],
    }
    return { update_id: count, message }
  }

  function come(): void {
    if (post) post(nextUpdate())
    else pending.push(nextUpdate())
    hand()
  }

  function hand(): void {
    if (!poll || pending.length === 0) return
    poll(pending.splice(0))
    poll = undefined
  }

  /** They come whether those before were answered or not, at random but so many in a second. */
  function comeSteadily(perSecond: number): void {
    come()
    setTimeout(() => comeSteadily(perSecond), (SECOND_MS / perSecond) * (0.5 + random()))
  }

  /** At a random moment after the bot asked for it. */
  function comeOneByOne(reply: Reply): void {
    const afterMs = UPDATE_EVERY_MS.least + random() * UPDATE_EVERY_MS.spread
    setTimeout(() => reply([nextUpdate()]), afterMs)
  }

  function begin(): void {
    for (let one = 0; one < atOnce; one++) come()
    if (updatesPerSecond !== undefined) comeSteadily(updatesPerSecond)
  }

  function takePoll(reply: Reply): void {
    if (updatesPerSecond === undefined && atOnce === 0) {
      comeOneByOne(reply)
      return
    }
    poll = reply
    if (count === 0) begin()
    else hand()
  }

  /** From now on updates are posted there. */
  function takeWebhook({ url, secret_token }: { url: string; secret_token: string }): void {
    const pool = new Pool(new URL(url).origin, { connections: WEBHOOK_CONNECTIONS, allowH2: false })
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret_token }
    post = (update) => {
      const body = JSON.stringify(update)
      void pool
        .request({ path: new URL(url).pathname, method: 'POST', headers, body })
        .then((answer) => answer.body.dump())
        .catch(() => undefined) // the bot was ended
    }
    begin()
  }

  return {
    /** Answers a method other than `sendMessage`. */
    answer(method: string, body: () => string, reply: Reply): void {
      if (method === 'setWebhook') takeWebhook(JSON.parse(body()))
      if (method === 'getUpdates') takePoll(reply)
      else reply(method === 'getMe' ? BOT : true)
    },
    /** Whether a message answers one of them: then how long that took is counted. */
    hear(body: string): boolean {
      const chat = /"chat_id":"?(\d+)/.exec(body)?.[1] ?? ''
      const at = askedAt.get(chat)
      if (at === undefined) return false
      askedAt.delete(chat)
      tally.repliesMs.push(now() - at)
      if (atOnce > 0) come()
      return true
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { canary } from './canary.ts'

export const UPDATES_SECRET = canary('telegram_webhook')

const AGAIN_MS = 250
const AGAIN_MS_MAX = 60_000

/** Brings updates to a bot by webhook, as Telegram does. */
export function createUpdates(address: () => string, secret = UPDATES_SECRET) {
  let updates = 0

  /** Brings one update, once more after each 503, as Telegram does, where `again`; the status that Telegram is answered at last. */
  async function bring(update: object, again = false): Promise<number> {
    updates += 1
    const numbered = { update_id: updates, ...update }
    const until = performance.now() + (again ? AGAIN_MS_MAX : 0)
    let status = await post(numbered)
    while (status === 503 && performance.now() < until) {
      await sleep(AGAIN_MS)
      status = await post(numbered)
    }
    return status
  }

  async function post(update: object): Promise<number> {
    const { statusCode, body } = await request(`${address()}/webhooks/telegram`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify(update),
    })
    await body.dump()
    return statusCode
  }

  return {
    bring,
    /** Somebody says something in a private chat; what begins with a slash is a command. */
    say(chat: number, text: string, again = false): Promise<number> {
      const [command = ''] = text.split(' ')
      const entities = text.startsWith('/')
        ? [{ type: 'bot_command', offset: 0, length: command.length }]
        : []
      const from = { id: chat, is_bot: false, first_name: 'Ana' }
      const message = { message_id: 1, date: 0, chat: { id: chat, type: 'private' }, from, text, entities }
      return bring({ message }, again)
    },
  }
}

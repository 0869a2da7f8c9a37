import { request } from 'undici'
import { canary } from './canary.ts'

export const UPDATES_SECRET = canary('telegram_webhook')

/** Brings updates to a bot by webhook, as Telegram does. */
export function createUpdates(address: () => string, secret = UPDATES_SECRET) {
  let updates = 0

  /** Brings one update; the status that Telegram is answered. */
  async function bring(update: object): Promise<number> {
    updates += 1
    const { statusCode, body } = await request(`${address()}/webhooks/telegram`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify({ update_id: updates, ...update }),
    })
    await body.dump()
    return statusCode
  }

  return {
    bring,
    /** Somebody says something in a private chat; what begins with a slash is a command. */
    say(chat: number, text: string): Promise<number> {
      const [command = ''] = text.split(' ')
      const entities = text.startsWith('/')
        ? [{ type: 'bot_command', offset: 0, length: command.length }]
        : []
      const from = { id: chat, is_bot: false, first_name: 'Ana' }
      const message = { message_id: 1, date: 0, chat: { id: chat, type: 'private' }, from, text, entities }
      return bring({ message })
    },
  }
}

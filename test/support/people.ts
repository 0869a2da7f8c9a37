import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

export const ANA = { user: 10_000_001, chat: 10_000_001 }
export const LUIS = { user: 10_000_002, chat: 10_000_002 }
export const EMMA = { user: 10_000_003, chat: 10_000_003 }

interface Shown {
  readonly message_id: number
  readonly text?: string
  readonly from?: { readonly is_bot: boolean }
  readonly date: number
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly {
      readonly text: string
      readonly callback_data?: string
    }[])[]
  }
}

type Place = typeof ANA
const POLL_MS = 20
const REPLY_MS_MAX = 5_000
const INSISTS_MS_MAX = 60_000
/** The bot's answer while Redis does not answer. */
const FAILED = /Algo falló de mi lado|Something went wrong on my side/

/** People in the sandbox, acting through the same JSON API as the web chat. */
export function createPeople(sandbox: string) {
  /** Acts in a chat or upon the sandbox, and answers what `POST /chat/NAME` does, a refusal too. */
  async function act(name: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await request(`${sandbox}/chat/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.body.json()) as Record<string, unknown>
  }

  /** As `act`; throws where the sandbox refuses it. */
  async function call(name: string, body: object): Promise<unknown> {
    const answer = await act(name, body)
    if ('error' in answer) throw new Error(`${name}: ${answer.error}`)
    return answer
  }

  async function messages({ user, chat }: Place): Promise<Shown[]> {
    const response = await request(`${sandbox}/chat/messages?user=${user}&chat=${chat}`)
    const { messages } = (await response.body.json()) as { messages: Shown[] }
    return messages
  }

  /** What the bot said after a message, once `enough` of it has come. */
  async function heard(place: Place, after: number, enough = 1, timeoutMs = 30_000): Promise<string[]> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const texts = (await messages(place))
        .filter(({ message_id, from }) => message_id > after && from?.is_bot)
        .map(({ text = '' }) => text)
      if (texts.length >= enough) return texts
      if (performance.now() > deadline) throw new Error(`heard only ${JSON.stringify(texts)}`)
      await sleep(POLL_MS)
    }
  }

  return {
    act,
    messages,
    heard,
    /** Says something, and answers its message number. */
    async say(place: Place, text: string): Promise<number> {
      const { message } = (await call('send', { ...place, text })) as { message: Shown }
      return message.message_id
    },
    /** Says something, and answers the bot's first reply. */
    async ask(place: Place, text: string): Promise<string> {
      const [reply = ''] = await heard(place, await this.say(place, text))
      return reply
    },
    /** Says something until the bot replies like this, as people do whom a busy machine asked to try again; the number of the reply. */
    async insist(place: Place, text: string, reply: RegExp): Promise<number> {
      const deadline = performance.now() + INSISTS_MS_MAX
      for (;;) {
        const asked = await this.say(place, text)
        const saidAt = performance.now()
        while (performance.now() < saidAt + REPLY_MS_MAX) {
          const texts = await heard(place, asked)
          if (texts.some((said) => reply.test(said)))
            return (await messages(place)).at(-1)?.message_id ?? asked
          if (performance.now() > deadline) throw new Error(`heard only ${JSON.stringify(texts)}`)
          await sleep(POLL_MS)
        }
      }
    },
    /** Presses a button, again while the bot answers that people shall try again: a busy machine silences Redis for 200 ms. */
    async press(place: Place, messageId: number, data: string): Promise<unknown> {
      const deadline = performance.now() + INSISTS_MS_MAX
      for (;;) {
        const answer = await call('press', { ...place, message_id: messageId, data })
        if (!FAILED.test(JSON.stringify(answer)) || performance.now() > deadline) return answer
        await sleep(POLL_MS)
      }
    },
  }
}

/** One person who presses buttons; `people` is read at each press, as the sandbox starts later. */
export function pressing(people: () => ReturnType<typeof createPeople>, place: Place) {
  const newest = async (): Promise<Shown> => {
    const message = (await people().messages(place)).at(-1)
    if (!message) throw new Error('nothing was said')
    return message
  }

  const captionsOf = ({ reply_markup }: Shown): string[] =>
    reply_markup?.inline_keyboard?.flat().map(({ text }) => text) ?? []

  async function pressUnder({ message_id, text, reply_markup }: Shown, caption: string): Promise<void> {
    const button = reply_markup?.inline_keyboard?.flat().find((one) => one.text.includes(caption))
    if (!button?.callback_data) throw new Error(`no button ${caption} under ${text}`)
    await people().press(place, message_id, button.callback_data)
  }

  return {
    newest,
    captionsOf,
    /** Presses a button of a message, and returns the text of the newest one. */
    async pressUnder(message: Shown, caption: string): Promise<string> {
      await pressUnder(message, caption)
      return (await newest()).text ?? ''
    },
    /** Presses buttons of the newest message one after the other, and returns the text of the one that is newest then. */
    async pressAll(...captions: readonly string[]): Promise<string> {
      for (const caption of captions) await pressUnder(await newest(), caption)
      return (await newest()).text ?? ''
    },
  }
}

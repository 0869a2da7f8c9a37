import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'

export const ANA = { user: 10_000_001, chat: 10_000_001 }
export const LUIS = { user: 10_000_002, chat: 10_000_002 }
export const EMMA = { user: 10_000_003, chat: 10_000_003 }

export type Place = typeof ANA

/** A message as the sandbox keeps it. */
export interface Shown {
  readonly message_id: number
  readonly text?: string
  readonly caption?: string
  readonly from?: { readonly is_bot: boolean }
  readonly date: number
  readonly photo?: readonly { readonly file_id: string; readonly width: number; readonly height: number }[]
  readonly document?: { readonly file_id: string }
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly {
      readonly text: string
      readonly callback_data?: string
    }[])[]
  }
}

const POLL_MS = 20
const PATIENCE_MS = 30_000
const REPLY_MS_MAX = 5_000
const INSISTS_MS_MAX = 60_000
/** The bot's answer while Redis does not answer. */
const FAILED = /Algo falló de mi lado|Something went wrong on my side/

/** The buttons of a message, row after row. */
export const buttonsOf = ({ reply_markup }: Shown) => reply_markup?.inline_keyboard?.flat() ?? []

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

  async function last(place: Place): Promise<Shown> {
    const message = (await messages(place)).at(-1)
    if (!message) throw new Error('nothing was said')
    return message
  }

  /** What the bot said after a message, once `enough` of it has come. */
  async function heard(place: Place, after: number, enough = 1, timeoutMs = PATIENCE_MS): Promise<string[]> {
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

  async function say(place: Place, text: string): Promise<number> {
    const { message } = (await call('send', { ...place, text })) as { message: Shown }
    return message.message_id
  }

  /** Presses a button, again while the bot answers that people shall try again: a busy machine silences Redis for 200 ms. */
  async function press(place: Place, messageId: number, data: string): Promise<unknown> {
    const deadline = performance.now() + INSISTS_MS_MAX
    for (;;) {
      const answer = await call('press', { ...place, message_id: messageId, data })
      if (!FAILED.test(JSON.stringify(answer)) || performance.now() > deadline) return answer
      await sleep(POLL_MS)
    }
  }

  /** Presses the button under the newest message that has it, or under the one given, once it is there; what that is answered. */
  async function tap(place: Place, caption: string | RegExp, message?: Shown): Promise<unknown> {
    const isWanted = (text: string) =>
      typeof caption === 'string' ? text.includes(caption) : caption.test(text)
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const among = message ? [message] : (await messages(place)).toReversed()
      for (const one of among) {
        const data = buttonsOf(one).find(({ text }) => isWanted(text))?.callback_data
        if (data) return press(place, one.message_id, data)
      }
      if (performance.now() > deadline) throw new Error(`no button ${caption}`)
      await sleep(POLL_MS)
    }
  }

  return {
    act,
    messages,
    last,
    heard,
    /** Says something, and answers its message number. */
    say,
    /** Says something, and answers the bot's first reply. */
    async ask(place: Place, text: string): Promise<string> {
      const [reply = ''] = await heard(place, await say(place, text))
      return reply
    },
    /** Says something, and answers the last message after the bot replied. */
    async show(place: Place, text: string): Promise<Shown> {
      await heard(place, await say(place, text))
      return last(place)
    },
    /** Says something until the bot replies like this, as people do whom a busy machine asked to try again; the number of the reply. */
    async insist(place: Place, text: string, reply: RegExp): Promise<number> {
      const deadline = performance.now() + INSISTS_MS_MAX
      for (;;) {
        const asked = await say(place, text)
        const saidAt = performance.now()
        while (performance.now() < saidAt + REPLY_MS_MAX) {
          const texts = await heard(place, asked)
          if (texts.some((said) => reply.test(said))) return (await last(place)).message_id
          if (performance.now() > deadline) throw new Error(`heard only ${JSON.stringify(texts)}`)
          await sleep(POLL_MS)
        }
      }
    },
    press,
    tap,
    /** Presses one button after the other; the text of the newest message then. */
    async tapAll(place: Place, ...captions: readonly (string | RegExp)[]): Promise<string> {
      for (const caption of captions) await tap(place, caption)
      return (await last(place)).text ?? ''
    },
  }
}

export type People = ReturnType<typeof createPeople>

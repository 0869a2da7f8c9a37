import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Step } from './shots.ts'

const POLL_MS = 50
const SETTLE_MS = 400
const PATIENCE_MS = 20_000

export interface Place {
  readonly user: number
  readonly chat: number
}

interface Shown {
  readonly message_id: number
  readonly from?: { readonly is_bot: boolean }
  readonly via_bot?: object
  readonly reply_markup?: {
    readonly inline_keyboard?: readonly (readonly {
      readonly text: string
      readonly callback_data?: string
    }[])[]
  }
}

/** Acts as one person in the sandbox, and answers which message shows what came of it. */
export function createActor(webChat: string, place: Place, language: 'es' | 'en') {
  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await request(`${webChat}/chat/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...place, ...body }),
    })
    const answer = (await response.body.json()) as Record<string, unknown>
    if (response.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  async function messages(): Promise<Shown[]> {
    const response = await request(`${webChat}/chat/messages?user=${place.user}&chat=${place.chat}`)
    return ((await response.body.json()) as { messages: Shown[] }).messages
  }

  const ofBot = ({ from, via_bot }: Shown): boolean => from?.is_bot === true || via_bot !== undefined

  /** The first message of the bot after one, once it is there. */
  async function heard(after: number): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const message = (await messages()).find((one) => ofBot(one) && one.message_id > after)
      if (message) return message.message_id
      if (performance.now() > deadline) throw new Error('the bot said nothing')
      await sleep(POLL_MS)
    }
  }

  /** The message that changed, or the one that came. */
  async function press(caption: RegExp, before: number): Promise<number> {
    const all = (await messages()).filter(ofBot).toReversed()
    for (const { message_id, reply_markup } of all) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => caption.test(text))
      if (!button?.callback_data) continue
      await post('press', { message_id, data: button.callback_data })
      await sleep(SETTLE_MS)
      const came = (await messages()).findLast((one) => ofBot(one) && one.message_id > before)
      return came?.message_id ?? message_id
    }
    throw new Error(`no button ${caption}`)
  }

  async function choose(query: string, result: number): Promise<void> {
    const { query_id, results } = await post('inline', { query })
    const chosen = (results as { id: string }[])[result]
    await post('choose', { query_id, result_id: chosen?.id })
  }

  /** The number of the message that shows what came of it. */
  async function step(wanted: Step): Promise<number> {
    const before = (await messages()).at(-1)?.message_id ?? 0
    if ('press' in wanted) return press(wanted.press, before)
    if ('move' in wanted) await post('price', { percent: wanted.move })
    else if ('inline' in wanted) await choose(wanted.inline[language], wanted.result ?? 0)
    else if ('invite' in wanted) {
      await post('remove', {})
      await post('add', { administrator: true })
    } else await post('send', { text: wanted.say[language] })
    return heard(before)
  }

  return {
    /** Does all steps; the number of the message to look at. */
    async act(steps: readonly Step[]): Promise<number> {
      let id = 0
      for (const wanted of steps) {
        id = await step(wanted)
        await sleep(SETTLE_MS)
      }
      return id
    },
  }
}

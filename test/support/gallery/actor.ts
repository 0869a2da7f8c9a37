import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Spoken, Step } from './shot.ts'

const POLL_MS = 50
const SETTLE_MS = 400
const PATIENCE_MS = 20_000
/** A digest comes with the minute. */
const HEAR_MS = 90_000
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/Caracas',
})
/** A minute, and the time it takes to be said. */
const NEXT_MINUTE_MS = 70_000
const PUSH = /^[▲▼]/

export const CHANNEL = -1_001_000_000_003

export interface Place {
  readonly user: number
  readonly chat: number
}

interface Shown {
  readonly message_id: number
  readonly text?: string
  readonly edit_date?: number
  /** Posts of a channel have none. */
  readonly from?: { readonly is_bot: boolean }
  readonly author: number
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

  const ofBot = ({ from, author, via_bot }: Shown): boolean =>
    via_bot !== undefined || (from ? from.is_bot : author !== place.user)

  /** The first message of the bot after one, once it is there; pushes are none, unless they are waited for. */
  async function heard(after: number, isPush = false): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const message = (await messages()).find(
        (one) => ofBot(one) && one.message_id > after && (isPush || !PUSH.test(one.text ?? '')),
      )
      if (message) return message.message_id
      if (performance.now() > deadline) throw new Error('the bot said nothing')
      await sleep(POLL_MS)
    }
  }

  /** The newest message of the bot that says something, once there is one. */
  async function hear(text: RegExp): Promise<number> {
    const deadline = performance.now() + HEAR_MS
    for (;;) {
      const message = (await messages()).findLast((one) => ofBot(one) && text.test(one.text ?? ''))
      if (message) return message.message_id
      if (performance.now() > deadline) throw new Error(`the bot did not say ${text}`)
      await sleep(POLL_MS)
    }
  }

  /** The message that changed, or the one that came. */
  async function press(caption: RegExp, before: number): Promise<number> {
    const all = (await messages()).filter(ofBot).toReversed()
    for (const { message_id, edit_date, reply_markup } of all) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => caption.test(text))
      if (!button?.callback_data) continue
      await post('press', { message_id, data: button.callback_data })
      await sleep(SETTLE_MS)
      const now = await messages()
      const isChanged = now.some((one) => one.message_id === message_id && one.edit_date !== edit_date)
      const came = now.find((one) => ofBot(one) && one.message_id > before)
      return isChanged ? message_id : (came?.message_id ?? message_id)
    }
    throw new Error(`no button ${caption}`)
  }

  async function choose(query: string, result: number): Promise<void> {
    const { query_id, results } = await post('inline', { query })
    const chosen = (results as { id: string }[])[result]
    await post('choose', { query_id, result_id: chosen?.id })
  }

  async function enterAgain(): Promise<void> {
    await post('remove', {})
    await post('add', { administrator: true })
  }

  const textOf = (wanted: { say: Spoken } | { nextMinute: true }): string =>
    'say' in wanted ? wanted.say[language] : CLOCK.format(Date.now() + NEXT_MINUTE_MS)

  async function start(
    wanted: Exclude<
      Step,
      { press: unknown } | { hear: unknown } | { pause: unknown } | { post: unknown } | { inPrivate: unknown }
    >,
  ): Promise<unknown> {
    if ('move' in wanted) return post('price', { percent: wanted.move })
    if ('publish' in wanted) return post('publish', {})
    if ('inline' in wanted) return choose(wanted.inline[language], wanted.result ?? 0)
    return 'invite' in wanted ? enterAgain() : post('send', { text: textOf(wanted) })
  }

  const inPrivate = () => createActor(webChat, { user: place.user, chat: place.user }, language)

  async function postInChannel(text: Spoken): Promise<number> {
    const before = await inPrivate().newest()
    await post('send', { chat: CHANNEL, text: text[language] })
    return inPrivate().heard(before)
  }

  const newest = async (): Promise<number> => (await messages()).at(-1)?.message_id ?? 0

  /** The number of the message that shows what came of it. */
  async function step(wanted: Step): Promise<number> {
    const before = await newest()
    if ('hear' in wanted) return hear(wanted.hear)
    if ('post' in wanted) return postInChannel(wanted.post)
    if ('inPrivate' in wanted) return inPrivate().act(wanted.inPrivate)
    if ('pause' in wanted) return sleep(wanted.pause, before)
    if ('press' in wanted)
      return press(wanted.press instanceof RegExp ? wanted.press : wanted.press[language], before)
    await start(wanted)
    return heard(before, 'move' in wanted || 'publish' in wanted)
  }

  return {
    newest,
    heard,
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

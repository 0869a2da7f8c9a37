import { setTimeout as sleep } from 'node:timers/promises'
import { buttonsOf, type People, type Place, type Shown } from '../people.ts'

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

export type Language = 'es' | 'en'

/** A person in a chat, who speaks one language. */
export interface Actor {
  readonly people: People
  readonly place: Place
  readonly language: Language
}

/** Does something; the number of the message that shows what came of it. */
export type Step = (actor: Actor) => Promise<number>

/** Posts of a channel have an author and no sender. */
type Posted = Shown & { readonly edit_date?: number; readonly author: number; readonly via_bot?: object }

const inPrivateOf = (actor: Actor): Actor => ({ ...actor, place: { ...actor.place, chat: actor.place.user } })
const newest = async ({ people, place }: Actor) => (await people.messages(place)).at(-1)?.message_id ?? 0

async function ofBot({ people, place }: Actor): Promise<Posted[]> {
  const all = (await people.messages(place)) as Posted[]
  return all.filter(
    ({ from, author, via_bot }) => via_bot !== undefined || (from ? from.is_bot : author !== place.user),
  )
}

/** The first or the last message of the bot that is wanted, once it is there. */
async function wait(actor: Actor, isWanted: (one: Posted) => boolean, at: 0 | -1, msMax: number) {
  const deadline = performance.now() + msMax
  for (;;) {
    const found = (await ofBot(actor)).filter(isWanted).at(at)
    if (found) return found.message_id
    if (performance.now() > deadline) throw new Error('the bot did not say it')
    await sleep(POLL_MS)
  }
}

/** What the bot says after a message; pushes are none, unless they are waited for. */
const heard = (actor: Actor, after: number, isPush = false) =>
  wait(
    actor,
    ({ message_id, text = '' }) => message_id > after && (isPush || !PUSH.test(text)),
    0,
    PATIENCE_MS,
  )

/** Has the sandbox do something, and waits for what the bot says of it. */
async function cause(actor: Actor, name: string, body: object, isPush = false): Promise<number> {
  const before = await newest(actor)
  const answer = await actor.people.act(name, { ...actor.place, ...body })
  if ('error' in answer) throw new Error(`${name}: ${answer.error}`)
  return heard(actor, before, isPush)
}

/** Says it in each language. */
export const say =
  (es: string, en = es): Step =>
  (actor) =>
    cause(actor, 'send', { text: actor.language === 'es' ? es : en })

/** Says the minute after this one as a time of day. */
export const sayNextMinute: Step = (actor) =>
  cause(actor, 'send', { text: CLOCK.format(Date.now() + NEXT_MINUTE_MS) })

/** Moves the simulated dollar. */
export const move: Step = (actor) => cause(actor, 'price', { percent: 3 }, true)

/** The simulated bank publishes the price of its next day. */
export const publish: Step = (actor) => cause(actor, 'publish', {}, true)

/** The bot is taken out of the group, and let in as an administrator. */
export const invite: Step = async (actor) => {
  await actor.people.act('remove', actor.place)
  return cause(actor, 'add', { administrator: true })
}

/** Writes in inline mode, and posts the first result. */
export const inline =
  (query: string): Step =>
  async (actor) => {
    const { query_id, results } = await actor.people.act('inline', { ...actor.place, query })
    const [chosen] = results as { id: string }[]
    return cause(actor, 'choose', { query_id, result_id: chosen?.id })
  }

/** Waits for what the bot says, or writes over something it said, by itself. */
export const hear =
  (wanted: RegExp): Step =>
  (actor) =>
    wait(actor, ({ text = '' }) => wanted.test(text), -1, HEAR_MS)

/** Waits, so that the chat is not over its limit of commands. */
export const pause =
  (ms: number): Step =>
  async (actor) =>
    sleep(ms, await newest(actor))

/** Presses the button under the last message that has it; the message that changed, or the one that came. */
export const press =
  (es: RegExp, en = es): Step =>
  async (actor) => {
    const { people, place, language } = actor
    const caption = language === 'es' ? es : en
    const before = await newest(actor)
    for (const message of (await ofBot(actor)).toReversed()) {
      const { message_id, edit_date } = message
      const data = buttonsOf(message).find(({ text }) => caption.test(text))?.callback_data
      if (!data) continue
      await people.press(place, message_id, data)
      await sleep(SETTLE_MS)
      const now = await ofBot(actor)
      const isChanged = now.some((one) => one.message_id === message_id && one.edit_date !== edit_date)
      const came = now.find((one) => one.message_id > before)
      return isChanged ? message_id : (came?.message_id ?? message_id)
    }
    throw new Error(`no button ${caption}`)
  }

/** Goes on in the private chat of the same person. */
export const inPrivate =
  (...steps: readonly Step[]): Step =>
  (actor) =>
    act(inPrivateOf(actor), steps)

/** Posts in the channel what its administrator is answered in private. */
export const post =
  (es: string, en: string): Step =>
  async (actor) => {
    const before = await newest(inPrivateOf(actor))
    await actor.people.say({ ...actor.place, chat: CHANNEL }, actor.language === 'es' ? es : en)
    return heard(inPrivateOf(actor), before)
  }

/** Opens the settings, and presses one button after the other. */
export const settings = (...captions: readonly RegExp[]): Step[] => [
  say('/ajustes', '/settings'),
  ...captions.map((caption) => press(caption)),
]

/** Does all steps; the number of the message to look at. */
export async function act(actor: Actor, steps: readonly Step[]): Promise<number> {
  let id = 0
  for (const step of steps) {
    id = await step(actor)
    await sleep(SETTLE_MS)
  }
  return id
}

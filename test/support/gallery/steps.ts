import { setTimeout as sleep } from 'node:timers/promises'
import { buttonsOf, type People, type Place, type Shown } from '../people.ts'

const POLL_MS = 50
const SETTLE_MS = 400
const PATIENCE_MS = 20_000
/** A digest comes with the minute. */
const HEAR_MS = 90_000
/** After it the chat is not over its limit of commands. */
const LIMIT_MS = 60_000
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Caracas' })
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

/** Posts of a channel have an author and no sender. */
type Posted = Shown & { readonly edit_date?: number; readonly author: number; readonly via_bot?: object }

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

/** Has the sandbox do something, and waits for what the bot says of it; pushes are none, unless they are waited for. */
async function cause(
  actor: Actor,
  name: string,
  body: object,
  isPush = false,
  from = actor,
): Promise<number> {
  const before = (await actor.people.messages(actor.place)).at(-1)?.message_id ?? 0
  const answer = await actor.people.act(name, { ...from.place, ...body })
  if ('error' in answer) throw new Error(`${name}: ${answer.error}`)
  const isNews = ({ message_id, text = '' }: Posted) => message_id > before && (isPush || !PUSH.test(text))
  return wait(actor, isNews, 0, PATIENCE_MS)
}

/** Presses the button under the last message that has it; the message that changed, or the one that came. */
async function press(actor: Actor, caption: string): Promise<number> {
  const messages = await ofBot(actor)
  const before = messages.at(-1)?.message_id ?? 0
  for (const message of messages.toReversed()) {
    const { message_id, edit_date } = message
    const isWanted = ({ text }: { text: string }) =>
      caption.split(' / ').some((one) => text.replace(/^✓ /, '').startsWith(one))
    const data = buttonsOf(message).find(isWanted)?.callback_data
    if (!data) continue
    await actor.people.press(actor.place, message_id, data)
    await sleep(SETTLE_MS)
    const now = await ofBot(actor)
    const isChanged = now.some((one) => one.message_id === message_id && one.edit_date !== edit_date)
    return isChanged ? message_id : (now.find((one) => one.message_id > before)?.message_id ?? message_id)
  }
  throw new Error(`no button ${caption}`)
}

/** Writes in inline mode, and posts the first result. */
async function postInline(actor: Actor, query: string): Promise<number> {
  const { query_id, results } = await actor.people.act('inline', { ...actor.place, query })
  return cause(actor, 'choose', { query_id, result_id: (results as { id: string }[])[0]?.id })
}

const inChannel = (actor: Actor): Actor => ({ ...actor, place: { ...actor.place, chat: CHANNEL } })

/** What is done at each step, by how it is written; the number of the message that shows what came of it. */
const STEPS: readonly (readonly [RegExp, (actor: Actor, said: string) => Promise<number>])[] = [
  // Moves the simulated dollar; has the simulated bank publish the price of its next day.
  [/^!price$/, (actor) => cause(actor, 'price', { percent: 3 }, true)],
  [/^!publish$/, (actor) => cause(actor, 'publish', {}, true)],
  // Takes the bot out of the group, and lets it in as an administrator.
  [
    /^!invite$/,
    (actor) =>
      actor.people.act('remove', actor.place).then(() => cause(actor, 'add', { administrator: true })),
  ],
  [/^!wait$/, () => sleep(LIMIT_MS, 0)],
  // Says the minute after this one as a time of day.
  [/^!minute$/, (actor) => cause(actor, 'send', { text: CLOCK.format(Date.now() + NEXT_MINUTE_MS) })],
  [/^\[(.*)\]$/s, press],
  // Waits for what the bot says, or writes over something it said, by itself.
  [
    /^<(.*)>$/s,
    (actor, said) => wait(actor, ({ text = '' }) => new RegExp(said, 'u').test(text), -1, HEAR_MS),
  ],
  [/^\?(.*)$/s, postInline],
  // Posts in the channel, which is answered there, or in private.
  [/^##(.*)$/s, (actor, text) => cause(inChannel(actor), 'send', { text })],
  [/^#(.*)$/s, (actor, text) => cause(actor, 'send', { text }, false, inChannel(actor))],
  [/^(.*)$/s, (actor, text) => cause(actor, 'send', { text })],
]

/** Does all steps, of `es ~ en` the one in the actor's language; the number of the message to look at. */
export async function act(actor: Actor, steps: readonly string[]): Promise<number> {
  let id = 0
  for (const step of steps) {
    const [open = '', es = '', en = es, close = ''] =
      /^([[]?)(.*?)(?: ~ (.*?))?([\]]?)$/s.exec(step)?.slice(1) ?? []
    const said = open + (actor.language === 'es' ? es : en) + close
    const [pattern = /$/, run] = STEPS.find(([one]) => one.test(said)) ?? []
    id = (await run?.(actor, pattern.exec(said)?.[1] ?? '')) ?? id
    await sleep(SETTLE_MS)
  }
  return id
}

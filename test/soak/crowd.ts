import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from 'telegram-sandbox'
import { TELEGRAM_LIMITS } from 'telegram-sandbox'
import { request } from 'undici'
import type { Setting } from '../faults/scenario.ts'
import { holds, startSandbox } from '../faults/worlds.ts'
import { createPeople } from '../support/people.ts'

const FIRST_ID = 20_000_001
const PUSH = /^[▲▼].* = Bs\.\s(\d+)[.,](\d\d)/
const SETTLED_MS_MAX = 90_000
const JOIN_EVERY_MS = 30
/** Who has no answer by then asks something else. */
const PATIENCE_MS = 60_000
/** Telegram's own limit is so much above what we may send in a second. */
const ABOVE_RATE = 30 / 28

/** What people ask for: mostly conversions and rates, now and then a picture. */
const ASKED: readonly (readonly [share: number, text: string])[] = [
  [0.6, '100 usd'],
  [0.9, '/rate usd'],
  [0.95, '/history usd 7d'],
  [1, '/follow usd'],
]

interface Heard {
  readonly chat: number
  readonly message: { readonly from?: { readonly is_bot: boolean }; readonly text?: string }
  readonly type: string
}

/** A person in a private chat with the bot, and what was heard there. */
interface Member {
  readonly id: number
  /** Questions that have no answer yet: at most one. */
  open: number
  /** When the last was asked (ms of `performance.now()`). */
  askedAt: number
  /** Prices in hundredths, in the order of their messages. */
  readonly pushed: number[]
}

/** The sandbox with as many people as wanted, each of whom asks one thing at a time. */
export async function startCrowd({ atEnd }: Setting, size: number, ratePerSecond: number) {
  const persons: readonly Person[] = Array.from({ length: size }, (_, index) => ({
    id: FIRST_ID + index,
    is_bot: false,
    first_name: `Persona ${index + 1}`,
    language_code: index % 2 === 0 ? 'es' : 'en',
  }))
  const limits = { ...TELEGRAM_LIMITS, perSecond: Math.ceil(ratePerSecond * ABOVE_RATE) }
  const sandbox = await startSandbox({ atEnd }, { limits, people: persons })
  const members = new Map<number, Member>(
    persons.map(({ id }) => [id, { id, open: 0, askedAt: 0, pushed: [] }]),
  )
  const count = { asked: 0, answered: 0, answeredTwice: 0, givenUp: 0, pushes: 0 }

  const people = createPeople(sandbox)

  function hear({ chat, type, message }: Heard): void {
    const member = members.get(chat)
    if (!member || type !== 'message' || !message.from?.is_bot) return
    const price = PUSH.exec(message.text ?? '')
    if (price) {
      count.pushes += 1
      member.pushed.push(Number(`${price[1]}${price[2]}`))
    } else if (member.open === 0) count.answeredTwice += 1
    else {
      member.open -= 1
      count.answered += 1
    }
  }
  const { body: events } = await request(`${sandbox}/chat/events`, { bodyTimeout: 0 })
  const lines = createInterface({ input: events })
  lines.on('line', (line) => {
    if (line.startsWith('data: ')) hear(JSON.parse(line.slice('data: '.length)))
  })
  // The sandbox cuts it off when it stops.
  for (const end of [events, lines]) end.on('error', () => {})

  async function ask(member: Member, text: string): Promise<void> {
    count.givenUp += member.open
    member.open = 1
    member.askedAt = performance.now()
    count.asked += 1
    await people.say({ user: member.id, chat: member.id }, text)
  }
  const all = [...members.values()]
  const openCount = (): number => all.reduce((sum, { open }) => sum + open, 0)
  const isAnswered = (): boolean => openCount() === 0

  /** Everybody says the same, no faster than can be answered, and waits for the answer. */
  async function askAll(text: string): Promise<void> {
    for (const member of all) {
      await ask(member, text)
      await sleep(JOIN_EVERY_MS)
    }
    if (!(await holds(isAnswered, SETTLED_MS_MAX))) throw new Error(`not everybody was answered ${text}`)
  }

  return {
    url: sandbox,
    count,
    act: people.act,
    isAnswered,
    /** Questions that are not answered yet, and those that nobody waits for any more. */
    openCount,
    unanswered: (): number => count.givenUp + openCount(),
    /** People whose last push does not name this price (hundredths). */
    untold: (price: number): number => all.filter(({ pushed }) => pushed.at(-1) !== price).length,
    /** Pushes that told somebody the same price once more, and those that came after a newer one. */
    repeated: (): number => all.reduce((sum, { pushed }) => sum + pushed.length - new Set(pushed).size, 0),
    backwards: (): number =>
      all.reduce(
        (sum, { pushed }) => sum + pushed.filter((price, at) => price < (pushed[at - 1] ?? 0)).length,
        0,
      ),
    async join(): Promise<void> {
      await askAll('/start')
      await askAll('/follow usd')
    },
    /** Asks so many things a second, until told to stop; who waits for an answer asks nothing else for a minute. */
    async askUntil(stopping: AbortSignal, perSecond: number, random: () => number): Promise<void> {
      for (let at = performance.now(); !stopping.aborted; at += 1_000 / perSecond) {
        await sleep(Math.max(0, at - performance.now()))
        const patientSince = performance.now() - PATIENCE_MS
        const free = all.filter(({ open, askedAt }) => open === 0 || askedAt < patientSince)
        const member = free[Math.floor(random() * free.length)]
        const kind = random()
        const [, text = ''] = ASKED.find(([share]) => kind < share) ?? []
        if (member) await ask(member, text)
      }
    },
  }
}

export type Crowd = Awaited<ReturnType<typeof startCrowd>>

import { createChats } from '../chats/chats.ts'
import { audit, type DeliveryLedger, isKept } from '../chats/delivery-ledger.ts'
import { TAGS } from '../chats/keys.ts'
import { createDueQueue } from '../queue/due-queue.ts'
import { type Backlog, createParking, type Parked, readBacklog } from '../queue/parking.ts'
import { wallClock } from '../rates/caracas.ts'
import type { Redis } from '../redis/connection.ts'
import { Failure } from '../runtime/failure.ts'
import { openParkedUpdates } from '../telegram/update-store.ts'

const USAGE = 'npm run due -- list | retry CHAT… | retry all | drop CHAT… | audit'
const HELP = `${USAGE}
  list   chats that were set aside, since when (Caracas time) and why, and how much waits; then those whose
         updates from Telegram were
  retry  talks to a chat again, now, as if nothing had failed; works off its updates that were set aside
  drop   gives a chat up until it starts the bot again; what it chose is kept 90 days. Where its updates were set
         aside, these are forgotten, unanswered
  audit  counts what was made due and what became of it, by a look at every chat; exact while nothing moves`
const FATE_WIDTH = 12
/** A chat; or, of updates, who asks in inline mode, or an update that belongs to nobody. */
const CHAT = /^(-|inline|update)?\d{1,16}$/
const HEAD = ['CHAT', 'SINCE', 'FAILURES', 'WHY'] as const

export interface DueCommandDeps {
  readonly redis: Redis
  /** Writes a line for people. */
  readonly print: (line: string) => void
}

/** The operator's `due` command. Throws a Failure that says what to type, or which chats are not parked. */
export async function runDue(args: readonly string[], { redis, print }: DueCommandDeps): Promise<void> {
  const [command = 'help', ...chats] = args
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  const chatsKept = createChats({ redis, queue })
  const parking = createParking(redis, queue)
  const updates = await openParkedUpdates(redis)
  const retry = (chat: string): Promise<boolean> => either(parking.retry(chat), updates.retry(chat))
  const drop = (chat: string): Promise<boolean> =>
    either(chatsKept.presence.dropParked(chat), updates.drop(chat))

  if (command === 'help') print(HELP)
  else if (command === 'list' && chats.length === 0) {
    print(listOf('chat', await parking.list(), [await readBacklog(redis, queue)]))
    if (updates.bots > 0) print(listOf('update', await updates.list(), await updates.backlogs()))
  } else if (command === 'retry' && chats.join() === 'all') {
    const parked = new Set([...(await parking.list()), ...(await updates.list())].map(({ member }) => member))
    const tried = await Promise.all([...parked].map(retry))
    print(`${tried.filter(Boolean).length} due now.`)
  } else if (command === 'retry' && areChats(chats)) {
    await each(chats, retry, (chat) => print(`${chat} is due now.`))
  } else if (command === 'drop' && areChats(chats)) {
    await each(chats, drop, (chat) => print(`${chat} is dropped.`))
  } else if (command === 'audit' && chats.length === 0) {
    print(lawOf(await audit(redis, queue)))
  } else throw new Failure(`Usage: ${USAGE}`)
}

const lawOf = (law: DeliveryLedger): string =>
  [
    ...Object.entries(law).map(([sendResult, count]) => `${sendResult.padEnd(FATE_WIDTH)} ${count}`),
    verdictOf(law),
  ].join('\n')

function verdictOf(law: DeliveryLedger): string {
  if (law.lost > 0)
    return 'What is lost waits for chats without a place in the queue: they are found within a minute.'
  return isKept(law)
    ? 'The law is kept.'
    : 'The sum is not what was made due: look again while nothing moves.'
}

const areChats = (chats: readonly string[]): boolean =>
  chats.length > 0 && chats.every((chat) => CHAT.test(chat))

/** What may be parked in two ways. */
const either = async (...answers: readonly Promise<boolean>[]): Promise<boolean> =>
  (await Promise.all(answers)).includes(true)

async function each(
  chats: readonly string[],
  act: (chat: string) => Promise<boolean>,
  onDone: (chat: string) => void,
): Promise<void> {
  const others: string[] = []
  for (const chat of chats) {
    if (await act(chat)) onDone(chat)
    else others.push(chat)
  }
  if (others.length > 0) throw new Failure(`Not parked: ${others.join(', ')}`)
}

const NONE = {
  chat: 'No chat is parked.',
  update: "No chat's updates from Telegram are parked.",
}

function listOf(what: keyof typeof NONE, parked: readonly Parked[], backlogs: readonly Backlog[]): string {
  const rows = parked.map(({ member, since, failures, why }) => [
    member,
    wallTextOf(since),
    String(failures),
    plain(why) || 'not known',
  ])
  const table = rows.length > 0 ? aligned([HEAD, ...rows]) : [NONE[what]]
  const head = what === 'update' && rows.length > 0 ? ['', 'Updates from Telegram that were set aside:'] : []
  return [...head, ...table, ...backlogs.map(summaryOf)].join('\n')
}

const wallTextOf = (ms: number): string => wallClock(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Telegram's words, or an error's, could hold anything a terminal obeys. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ')

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function summaryOf({ waiting, parked, oldestMs }: Backlog): string {
  if (waiting === 0) return `${parked} parked, none waiting.`
  return `${parked} parked, ${waiting} waiting, of those that are due the first for ${Math.round(oldestMs / 1000)} s.`
}

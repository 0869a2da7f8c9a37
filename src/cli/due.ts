import { createChats } from '../chats/chats.ts'
import { audit, type DeliveryLedger, isBalanced } from '../chats/delivery-ledger.ts'
import { TAGS } from '../chats/keys.ts'
import { createDueQueue } from '../queue/due-queue.ts'
import { type Backlog, createParking, type Parked, readBacklog } from '../queue/parking.ts'
import { wallClock } from '../rates/caracas.ts'
import type { Redis } from '../redis/connection.ts'
import { Failure } from '../runtime/failure.ts'
import { openParkedUpdates } from '../telegram/update-store.ts'
import { alignColumns, plainText } from './table.ts'

const USAGE = 'npm run due -- list | retry CHAT… | retry all | drop CHAT… | audit'
/** The text of `npm run due` alone. */
export const DUE_HELP = `${USAGE}
  list   parked chats, since when (Caracas time) and why, and how much waits; then chats whose updates from
         Telegram are parked
  retry  makes a chat due now, as if nothing had failed; its parked updates are answered
  drop   gives a chat up until it starts the bot again; what it chose is kept 90 days. Its parked
         updates are deleted, unanswered
  audit  counts the chats made due and their outcomes, by a look at every chat; exact while nothing moves`
const OUTCOME_WIDTH = 12
/** A chat; or the sequence key of parked updates: a person in inline mode, or an update of no chat. */
const CHAT = /^(-|inline|update)?\d{1,16}$/
const HEAD = ['CHAT', 'SINCE', 'FAILURES', 'WHY'] as const

export interface DueCommandDeps {
  readonly redis: Redis
  /** Writes a line for people. */
  readonly print: (line: string) => void
}

/** The operator's `due` command. Throws a Failure that says what to type, or which chats are not parked. */
export async function runDue(args: readonly string[], { redis, print }: DueCommandDeps): Promise<void> {
  const [command, ...chats] = args
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  const chatStore = createChats({ redis, queue })
  const parking = createParking(redis, queue)
  const updates = await openParkedUpdates(redis)
  const retry = (chat: string): Promise<boolean> => either(parking.retry(chat), updates.retry(chat))
  const drop = (chat: string): Promise<boolean> =>
    either(chatStore.presence.dropParked(chat), updates.drop(chat))

  if (command === 'list' && chats.length === 0) {
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
    print(ledgerText(await audit(redis, queue)))
  } else throw new Failure(`Usage: ${USAGE}`)
}

const ledgerText = (ledger: DeliveryLedger): string =>
  [
    ...Object.entries(ledger).map(([outcome, count]) => `${outcome.padEnd(OUTCOME_WIDTH)} ${count}`),
    verdictOf(ledger),
  ].join('\n')

function verdictOf(ledger: DeliveryLedger): string {
  if (ledger.lost > 0) return 'The lost chats are in no queue: they are found and made due within a minute.'
  return isBalanced(ledger)
    ? 'Every chat made due has an outcome.'
    : 'The outcomes do not add up to what was made due: look again while nothing moves.'
}

const areChats = (chats: readonly string[]): boolean =>
  chats.length > 0 && chats.every((chat) => CHAT.test(chat))

/** Chats are parked as receivers of messages, and as senders of updates. */
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
    plainText(why) || 'not known',
  ])
  const table = rows.length > 0 ? alignColumns([HEAD, ...rows]) : [NONE[what]]
  const head = what === 'update' && rows.length > 0 ? ['', 'Updates from Telegram that were set aside:'] : []
  return [...head, ...table, ...backlogs.map(summaryOf)].join('\n')
}

const wallTextOf = (ms: number): string => wallClock(ms).toISOString().slice(0, 19).replace('T', ' ')

function summaryOf({ waiting, parked, oldestMs }: Backlog): string {
  if (waiting === 0) return `${parked} parked, none waiting.`
  return `${parked} parked, ${waiting} waiting, of those that are due the first for ${Math.round(oldestMs / 1000)} s.`
}

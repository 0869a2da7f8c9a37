import { createChats } from '../chats/chats.ts'
import { audit, type DeliveryLedger, isBalanced } from '../chats/delivery-ledger.ts'
import { TAGS } from '../chats/keys.ts'
import { wallClock } from '../domain/caracas.ts'
import { type Backlog, createDueQueue, type Parked } from '../queue/due-queue.ts'
import { Failure } from '../runtime/log.ts'
import { openUpdateStreams, type UpdateBacklog } from '../telegram/update-stream.ts'
import { alignColumns, type CommandDeps, plainText } from './print.ts'

const USAGE = 'npm run due -- list | retry CHAT… | retry all | drop CHAT… | audit'
/** The text of `npm run due` alone. */
export const DUE_HELP = `${USAGE}
  list   parked chats, since when (Caracas time) and why, and how much waits; then how many updates from
         Telegram wait
  retry  makes a chat due now, as if nothing had failed
  drop   gives a chat up until it starts the bot again; what it chose is kept 90 days
  audit  counts the chats made due and their outcomes, by a look at every chat; exact while nothing moves`
const OUTCOME_WIDTH = 12
const CHAT = /^-?\d{1,16}$/
const HEAD = ['CHAT', 'SINCE', 'FAILURES', 'WHY'] as const

/** The operator's `due` command. Throws a Failure that says what to type, or which chats are not parked. */
export async function runDue(args: readonly string[], { redis, print }: CommandDeps): Promise<void> {
  const [command, ...chats] = args
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  const chatStore = createChats({ redis, queue })
  if (command === 'list' && chats.length === 0) {
    print(listOf(await queue.listParked(), await queue.backlog()))
    for (const { backlog } of await openUpdateStreams(redis)) print(updatesText(await backlog()))
  } else if (command === 'retry' && chats.join() === 'all') {
    const tried = await Promise.all((await queue.parked()).map(queue.retry))
    print(`${tried.filter(Boolean).length} due now.`)
  } else if (command === 'retry' && areChats(chats)) {
    await each(chats, queue.retry, (chat) => print(`${chat} is due now.`))
  } else if (command === 'drop' && areChats(chats)) {
    await each(chats, chatStore.presence.dropParked, (chat) => print(`${chat} is dropped.`))
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

function listOf(parked: readonly Parked[], backlog: Backlog): string {
  const rows = parked.map(({ member, since, failures, why }) => [
    member,
    wallTextOf(since),
    String(failures),
    plainText(why) || 'not known',
  ])
  const table = rows.length > 0 ? alignColumns([HEAD, ...rows]) : ['No chat is parked.']
  return [...table, summaryOf(backlog)].join('\n')
}

const updatesText = ({ waiting, oldestMs }: UpdateBacklog): string =>
  waiting === 0
    ? 'No update from Telegram waits.'
    : `${waiting} updates from Telegram wait, the first for ${Math.round(oldestMs / 1000)} s.`

const wallTextOf = (ms: number): string => wallClock(ms).toISOString().slice(0, 19).replace('T', ' ')

function summaryOf({ waiting, parked, oldestMs }: Backlog): string {
  if (waiting === 0) return `${parked} parked, none waiting.`
  return `${parked} parked, ${waiting} waiting, of those that are due the first for ${Math.round(oldestMs / 1000)} s.`
}

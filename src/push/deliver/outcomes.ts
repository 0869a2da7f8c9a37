import type { Follow } from '../../chats/chat.ts'
import { type Told, toldValue } from '../../chats/keys.ts'
import { keysOfChats } from '../../chats/scripts.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import type { DueQueue, Lane, Outcome, Reservation } from '../../queue/due-queue.ts'
import { isGroup } from '../../queue/groups.ts'
import { loadScript, type Resources } from '../../redis/connection.ts'
import { retryUntilAnswered } from '../../runtime/lifecycle.ts'
import { messageOf } from '../../runtime/log.ts'
import type { Keyboard } from '../../telegram/send.ts'
import type { SequencedQuote, Trigger } from './load.ts'

/** A price update that a chat has not had: it is delivered, or withheld as the chat does not want it. */
export interface PendingPrice {
  readonly follow: Follow
  readonly outcome: 'delivered' | 'withheld'
  readonly newest: SequencedQuote
  /** What is stored as the last price that the chat was told. */
  readonly told: Told
}

/** What is recorded about a chat once its message is sent, or when it is sent none. */
export interface Account {
  readonly pending: readonly PendingPrice[]
  /** The triggered alerts that the message shows. */
  readonly triggers: readonly Trigger[]
  /** Other fields of the chat to be written; an empty value removes the field. */
  readonly fields: Readonly<Record<string, string>>
  /** When the chat is due again without a new price (ms); 0 for never. */
  readonly dueAt: number
  /** Set when triggered alerts are left: the chat is then due in the urgent lane. */
  readonly isUrgent?: true
}

export const NOTHING: Account = { pending: [], triggers: [], fields: {}, dueAt: 0 }

/** One message to a chat, in its language, and what is recorded once it is sent. */
export interface Composed {
  readonly kind: 'message'
  readonly text: string
  readonly thread: number | undefined
  /** The buttons under it. */
  readonly keyboard?: Keyboard | undefined
  /** The message that is edited; a new one is sent if not given. */
  readonly edits?: number
  /** The id of the broadcast that it is. */
  readonly broadcast?: string
  readonly account: Account
  /** The prices that it shows. */
  readonly prices: readonly SequencedQuote[]
}

/** A message; or none, with what is recorded; or none before a time (ms). */
export type Composition =
  | Composed
  | { readonly kind: 'silence'; readonly account: Account }
  | { readonly kind: 'later'; readonly at: number }

/** A part of a message, with what is recorded once it is sent. */
export interface Section {
  readonly text: string
  /** The prices that its text tells, so that what stands above it need not. */
  readonly told?: readonly ObservedQuote[]
  /** The monitor that the last lines of its text are about. */
  readonly about?: MonitorId | undefined
  /** Its text where these prices are told below it; never longer than `text`. */
  readonly textAbove?: (below: readonly ObservedQuote[]) => string
  /** Its text right below one about this monitor, which it does not name again; undefined where it is about others. */
  readonly textBelow?: (about: MonitorId) => string | undefined
  /** The topic that it belongs to. */
  readonly thread: number | undefined
  /** The buttons for it. */
  readonly keyboard?: Keyboard | undefined
  readonly account: Partial<Account>
  /** The prices that it shows. */
  readonly prices: readonly SequencedQuote[]
}

const DELIVER = loadScript(new URL('./lua/deliver.lua', import.meta.url))
const RETRY_EVERY_MS = 100
const REST_MS = { private: 1_000, group: 5_200 }
/** An edit leaves room for price updates. */
const EDIT_REST_MS = 6_000

/** Telegram accepts a message a second in a private chat; in a group 12 a minute are for price updates: `queue/groups.ts`. */
export function restOf(chat: string, { edits }: Pick<Composed, 'edits'> = {}): number {
  if (edits !== undefined) return EDIT_REST_MS
  return isGroup(chat) ? REST_MS.group : REST_MS.private
}

/** A chat that is leased to this process. */
export interface ReservedChat {
  readonly reservation: Reservation
  /** When its lease ends (ms of `performance.now()`). */
  readonly leaseEndsAt: number
}

/** A chat with what is recorded about it, and how long it rests afterwards (ms). */
export interface DeliveredChat extends ReservedChat {
  readonly account: Account
  readonly restMs: number
}

/** A chat that was sent nothing, and what the queue does with it. */
export interface UndeliveredChat extends ReservedChat {
  readonly outcome: Outcome
}

export type ChatOutcome = DeliveredChat | UndeliveredChat

export interface OutcomeWriterOptions extends Pick<Resources, 'redis' | 'log'> {
  readonly queue: DueQueue
}

/**
 * Writes outcomes to Redis and ends the leases of their chats, one script at a time for each shard. Outcomes that come while
 * it runs go into the next one, so batches grow with the load.
 */
export function createOutcomeWriter({ redis, queue, log }: OutcomeWriterOptions) {
  const collecting = new Map<number, ChatOutcome[]>()
  const writing = new Map<number, Promise<void>>()

  function beginBatch(shard: number): ChatOutcome[] {
    const outcomes: ChatOutcome[] = []
    const before = writing.get(shard) ?? Promise.resolve()
    const done = before.then(() => {
      collecting.delete(shard)
      return writeWhileLeased(shard, outcomes)
    })
    collecting.set(shard, outcomes)
    writing.set(shard, done)
    return outcomes
  }

  /** Retries while Redis is away, also during a stop, as a message that is not recorded is sent again. */
  async function writeWhileLeased(shard: number, outcomes: readonly ChatOutcome[]): Promise<void> {
    const deadline = Math.max(...outcomes.map(({ leaseEndsAt }) => leaseEndsAt))
    await retryUntilAnswered(() => writeBatch(shard, outcomes), { everyMs: RETRY_EVERY_MS, deadline }).catch(
      (error: unknown) =>
        log.error({ shard, chats: outcomes.length, err: messageOf(error) }, 'outcomes cannot be written'),
    )
  }

  async function writeBatch(shard: number, outcomes: readonly ChatOutcome[]): Promise<void> {
    const delivered = outcomes.filter((one) => 'account' in one)
    const undelivered = outcomes.filter((one) => 'outcome' in one)
    await Promise.all([
      delivered.length > 0 && DELIVER.run(redis, keysOfChats(queue, shard, []), deliverArguments(delivered)),
      queue.settle(
        shard,
        undelivered.map(({ reservation, outcome }) => [reservation, outcome]),
      ),
    ])
  }

  return {
    /** A chat whose outcome cannot be written is due again when its lease ends. */
    write(outcome: ChatOutcome): void {
      const { shard } = outcome.reservation
      const outcomes = collecting.get(shard) ?? beginBatch(shard)
      outcomes.push(outcome)
    },
    /** Resolves when Redis has all outcomes of a shard that were written so far. */
    written: async (shard: number): Promise<void> => writing.get(shard),
  }
}

export type OutcomeWriter = ReturnType<typeof createOutcomeWriter>

/** The arguments of `lua/deliver.lua`, in pairs: an account, and the chats that share it. */
function deliverArguments(delivered: readonly DeliveredChat[]): string[] {
  const chatsOf = new Map<string, string>()
  let [account, before]: [string, DeliveredChat | undefined] = ['', undefined]
  for (const one of delivered) {
    if (!before || !isAccountedAlike(before, one)) account = accountText(one)
    before = one
    chatsOf.set(account, `${chatsOf.get(account) ?? ''} ${one.reservation.member}`)
  }
  return [...chatsOf].flat()
}

/** Whether they were composed as one, for the same lease: most of a batch are, and their text is made once. */
const isAccountedAlike = (one: DeliveredChat, other: DeliveredChat): boolean =>
  one.account === other.account &&
  one.restMs === other.restMs &&
  one.reservation.token === other.reservation.token

function accountText({ reservation, account, restMs }: DeliveredChat): string {
  const lane: Lane = account.isUrgent ? 'urgent' : 'routine'
  return `${reservation.token} ${restMs} ${account.dueAt} ${lane}${writeLines(account)}`
}

function writeLines({ pending, triggers, fields }: Account): string {
  let text = ''
  for (const { outcome, follow, told } of pending) text += `\n${outcome} ${follow.ref} ${toldValue(told)}`
  for (const trigger of triggers) text += `\nfired ${trigger.id} ${trigger.text}`
  for (const field in fields) text += `\nset ${field} ${fields[field]}`
  return text
}

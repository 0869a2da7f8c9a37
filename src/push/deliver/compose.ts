import { type Follow, silentUntil } from '../../chats/chat.ts'
import { absolute, compare, type Decimal, multiply, subtract } from '../../domain/decimal.ts'
import { changeBetween } from '../../domain/in-force.ts'
import type { PriceStore } from '../../prices/prices.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import { type Log, messageOf } from '../../runtime/log.ts'
import type { Language } from '../../words/words.ts'
import { composeBroadcast } from './broadcast.ts'
import { composeLive, isLiveLate } from './live.ts'
import type { Batch, DueChat, NewestPrices, SequencedQuote } from './load.ts'
import {
  type Account,
  type Composed,
  type Composition,
  NOTHING,
  type PendingPrice,
  type Section,
} from './outcomes.ts'
import { FAIL_RETRY_MS } from './refusal.ts'
import {
  composeAlerts,
  composeDigest,
  composeMoves,
  fieldsOfNoDigest,
  joinKeyboards,
  nextDigest,
} from './sections.ts'

const TEXT_LENGTH_MAX = 4_096

/** Composes the next message to a chat by its settings: triggered alerts, and the newest prices minus what it was told. */
export function compose(due: DueChat): Composition {
  const composed = composeWhatIsDue(due)
  if (composed.kind === 'later') return composed
  const { account } = composed
  // Triggered alerts that are left go before routine messages, digests too.
  const isUrgent = due.triggers.length > account.triggers.length
  const fields = fieldsBeside(due, composed)
  if (!isUrgent && !fields) return composed
  return {
    ...composed,
    account: {
      ...account,
      ...(fields && { fields: { ...account.fields, ...fields } }),
      ...(isUrgent && { isUrgent }),
    },
  }
}

/** A delivered message clears earlier soft refusals; one of a broadcast does not, as its outcome is not known. */
function fieldsBeside(due: DueChat, composed: Composition): Account['fields'] | undefined {
  const isCleared = composed.kind === 'message' && composed.broadcast === undefined
  const cleared = due.chat.hasSoftRefusals && isCleared ? { doubts: '' } : undefined
  const digest = fieldsOfNoDigest(due)
  return cleared || digest ? { ...digest, ...cleared } : undefined
}

function composeWhatIsDue(due: DueChat): Composition {
  const { chat, prices, now } = due
  const silentTill = silentUntil(chat, now)
  if (silentTill !== undefined) return composeInQuietHours(due, silentTill)
  const overdue = composeOverdue(due)
  if (overdue) return overdue
  const pending = pendingOf(chat.told, prices)
  const [first, ...others] = sectionsOf(due, pending)
  const account = { ...NOTHING, pending, dueAt: nextDigest(chat, now) }
  if (first) {
    const message = composeSections(first, others, due, pending)
    const isMore = composeLive(due, account) !== undefined
    return isMore ? { ...message, account: { ...message.account, dueAt: now } } : message
  }
  return composeLive(due, account) ?? { kind: 'silence', account }
}

/** Triggered alerts first, then moved prices, then the digest. */
const sectionsOf = (due: DueChat, pending: readonly PendingPrice[]): Section[] =>
  [composeAlerts(due), composeMoves(due, pending), composeDigest(due)].filter(
    (section) => section !== undefined,
  )

/** Edits a live message all the same, as an edit makes no sound. */
function composeInQuietHours(due: DueChat, till: number): Composition {
  if (!due.chat.live) return { kind: 'later', at: till }
  const account = { ...NOTHING, dueAt: till }
  return composeLive(due, account) ?? { kind: 'silence', account }
}

/** Broadcasts and overdue live edits go before price updates: a chat whose prices change all the time would never get them. */
function composeOverdue(due: DueChat): Composition | undefined {
  const account = { ...NOTHING, dueAt: due.now }
  return composeBroadcast(due, account) ?? (isLiveLate(due) ? composeLive(due, account) : undefined)
}

/** Joins the sections of one topic that fit in one message; if others are left, the chat is due again at once. */
function composeSections(
  first: Section,
  others: readonly Section[],
  { chat, now }: DueChat,
  pending: readonly PendingPrice[],
): Composed {
  let { length } = first.text
  const taken: Section[] = []
  for (const section of others) {
    if (section.thread !== first.thread || length + section.text.length + 2 > TEXT_LENGTH_MAX) continue
    length += section.text.length + 2
    taken.push(section)
  }
  const isAll = taken.length === others.length
  const sections = [first, ...taken]
  const account: Account = Object.assign({}, NOTHING, ...sections.map((section) => section.account))
  const withheld = account.pending.length > 0 ? [] : pending.filter(({ outcome }) => outcome === 'withheld')
  return {
    kind: 'message',
    text: joinTexts(first, taken),
    thread: first.thread,
    // Who reads a channel can change nothing there.
    keyboard: chat.isChannel ? undefined : joinKeyboards(sections.map(({ keyboard }) => keyboard)),
    prices: sections.flatMap((section) => section.prices),
    account: {
      ...account,
      pending: [...account.pending, ...withheld],
      dueAt: isAll ? account.dueAt || nextDigest(chat, now) : now,
    },
  }
}

/** Returns the price updates that a chat has not had. */
function pendingOf(follows: readonly Follow[], prices: NewestPrices): PendingPrice[] {
  const pending: PendingPrice[] = []
  for (const follow of follows) {
    const newest = prices.get(follow.ref)
    if (newest && newest.sequence > follow.told.sequence) pending.push(judge(follow, newest))
  }
  return pending
}

/** Withholds a price that is the one last told again, or moved less than the chat wants to be notified of. */
function judge(follow: Follow, newest: SequencedQuote): PendingPrice {
  const { quote, asOf: at, sequence } = newest
  const isWanted = isWorthDelivering(follow.told.price, quote.price, follow.least)
  return isWanted
    ? { follow, outcome: 'delivered', newest, told: { price: quote.price, at, sequence } }
    : { follow, outcome: 'withheld', newest, told: { ...follow.told, sequence } }
}

function isWorthDelivering(from: Decimal, to: Decimal, least: Decimal | undefined): boolean {
  if (from === to || isRoundedToNothing(from, to)) return false
  if (least === undefined) return true
  return compare(multiply(absolute(subtract(to, from)), '100'), multiply(least, from)) >= 0
}

/** Whether people would read the same price twice. */
function isRoundedToNothing(from: Decimal, to: Decimal): boolean {
  const { amount, percent } = changeBetween(from, to)
  return amount === '0' && percent === '0'
}

export interface ComposerOptions {
  readonly prices: Pick<PriceStore, 'all' | 'seen'>
  readonly defaultLanguage: Language
  readonly log: Log
}

/** Returns what is composed for a reservation of the batch, by its index, or why nothing can be. */
export type ComposedOf = (index: number) => Composition | Outcome

/** Composes for a batch, once for all chats with equal states. If one cannot be composed the others still are. */
export function createComposer({ prices: shown, defaultLanguage, log }: ComposerOptions) {
  return function composeBatch({ now, prices, states, stateOf, reservations }: Batch): ComposedOf {
    const common = { prices, observedQuotes: shown.all, seen: shown.seen, defaultLanguage, now }
    const composed: (Composition | Outcome)[] = []

    function composeState(state: number, chat: string | undefined): Composition | Outcome {
      try {
        const loaded = states[state]?.()
        if (!loaded) throw new RangeError('the chat was not read')
        return compose({ ...loaded, ...common })
      } catch (error) {
        log.error({ chat, err: messageOf(error) }, 'message cannot be composed')
        return { kind: 'fail', ms: FAIL_RETRY_MS, why: messageOf(error) }
      }
    }

    return (index) => {
      const state = stateOf[index] ?? -1
      composed[state] ??= composeState(state, reservations[index]?.member)
      return composed[state]
    }
  }
}

export type Composer = ReturnType<typeof createComposer>

/** The text of one message with these sections. A price of an alert that also moved is named and told once. */
function joinTexts(first: Section, others: readonly Section[]): string {
  const told = others.flatMap((section) => section.told ?? [])
  const above = first.textAbove?.(told) ?? first.text
  const [next, ...rest] = others
  const below = first.about && next?.textBelow?.(first.about)
  if (below === undefined) return [above, ...others.map(({ text }) => text)].join('\n\n')
  return [`${above}\n${below}`, ...rest.map(({ text }) => text)].join('\n\n')
}

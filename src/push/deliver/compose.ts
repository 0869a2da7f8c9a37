import { quietUntil } from '../../chats/chat.ts'
import type { Language } from '../../messages/language.ts'
import { MOVES_PER_MESSAGE_MAX } from '../../messages/prices/moves.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { composeBroadcast } from './broadcast.ts'
import {
  type Account,
  type Composed,
  type ComposeOptions,
  type Composition,
  digestFields,
  digestMoves,
  isDigestDue,
  messagesFor,
  NOTHING,
  nextDigest,
} from './composition.ts'
import { composeLive, isLiveLate } from './live.ts'
import type { Batch, Numbered } from './load.ts'
import type { Messenger } from './messenger.ts'
import { moveOf, type News, newsOf, writeDigest, writeMoves } from './news.ts'
import { FAIL_AGAIN_MS } from './refusal.ts'
import { nextTriggers, writeTriggered } from './triggers.ts'

const TEXT_MAX = 4_096

/** What was triggered for a chat, and what it follows minus what it has been told, as far as its settings want it. */
export const compose = (options: ComposeOptions): Composition =>
  withoutDoubts(options, withHourPassed(options, withUrgency(options, composeWhatIsDue(options))))

/** An alert that is still to be told overtakes all that is routine, digests too. */
function withUrgency({ triggers }: ComposeOptions, composed: Composition): Composition {
  if (composed.kind === 'later' || triggers.length <= composed.account.triggers.length) return composed
  return { ...composed, account: { ...composed.account, isUrgent: true } }
}

/** Who takes a message is there, whatever was refused before. Of a broadcast nobody asks what became of it. */
function withoutDoubts({ chat }: ComposeOptions, composed: Composition): Composition {
  if (!chat.isDoubted || composed.kind !== 'message' || composed.broadcast !== undefined) return composed
  return { ...composed, account: withFields(composed.account, { doubts: '' }) }
}

/** The hour of a digest that has nothing to say passes too: else it came with the first news after it, at any hour. */
function withHourPassed(options: ComposeOptions, composed: Composition): Composition {
  const { chat, now } = options
  if (composed.kind === 'later' || !isDigestDue(chat, now) || digestMoves(options).length > 0) return composed
  return { ...composed, account: withFields(composed.account, digestFields([], now)) }
}

const withFields = (account: Account, fields: Account['fields']): Account => ({
  ...account,
  fields: { ...account.fields, ...fields },
})

function composeWhatIsDue(options: ComposeOptions): Composition {
  const { chat, prices, now } = options
  const quietTill = chat.quiet && quietUntil(chat.quiet, now, chat.zone)
  if (quietTill !== undefined) return inQuietHours(options, quietTill)
  const turn = composeTurn(options)
  if (turn) return turn
  const news = newsOf(chat.told, prices)
  const [first, ...others] = partsOf(options, news)
  const account = { ...NOTHING, news, dueAt: nextDigest(chat, now) }
  if (first) {
    const message = together(first, others, options, news)
    const isMore = composeLive(options, account) !== undefined
    return isMore ? { ...message, account: { ...message.account, dueAt: now } } : message
  }
  return composeBroadcast(options, account) ?? composeLive(options, account) ?? { kind: 'silence', account }
}

/** Nobody is woken by a message that changes in place. */
function inQuietHours(options: ComposeOptions, till: number): Composition {
  if (!options.chat.live) return { kind: 'later', at: till }
  const account = { ...NOTHING, dueAt: till }
  return composeLive(options, account) ?? { kind: 'silence', account }
}

/** What has its turn before the news, which wait for a rest of it: a chat with news all the time would never hear it. */
function composeTurn(options: ComposeOptions): Composition | undefined {
  const account = { ...NOTHING, dueAt: options.now }
  const said = composeBroadcast(options, account)
  if (said?.kind === 'message') return said
  return isLiveLate(options) ? composeLive(options, account) : undefined
}

/** A piece of a message, and what is accounted for by it; pieces for other topics come in a message of their own. */
interface Part {
  readonly text: string
  readonly thread: number | undefined
  readonly account: Partial<Account>
  readonly prices: readonly Numbered[]
}

function partsOf(options: ComposeOptions, news: readonly News[]): Part[] {
  return [triggersPart(options), movesPart(options, news), digestPart(options)].filter(
    (part) => part !== undefined,
  )
}

/** As many pieces as one message of one topic has room for; for the others the chat is due again at once. */
function together(
  first: Part,
  others: readonly Part[],
  { chat, now }: ComposeOptions,
  news: readonly News[],
): Composed {
  let text = first.text
  const taken = [first]
  for (const part of others) {
    if (part.thread !== first.thread || text.length + part.text.length + 2 > TEXT_MAX) continue
    text += `\n\n${part.text}`
    taken.push(part)
  }
  const isAll = taken.length === others.length + 1
  const account: Account = Object.assign({}, NOTHING, ...taken.map((part) => part.account))
  const withheld = account.news.length > 0 ? [] : news.filter(({ sendResult }) => sendResult === 'withheld')
  return {
    kind: 'message',
    text,
    thread: first.thread,
    prices: taken.flatMap((part) => part.prices),
    account: {
      ...account,
      news: [...account.news, ...withheld],
      dueAt: isAll ? account.dueAt || nextDigest(chat, now) : now,
    },
  }
}

function triggersPart(options: ComposeOptions): Part | undefined {
  const { chat, triggers } = options
  const next = nextTriggers(chat, triggers)
  if (!next) return undefined
  const { text, told, used } = writeTriggered(messagesFor(options), next.triggers, options)
  const account = { triggers: told, ...(told.length < triggers.length && { dueAt: options.now }) }
  return { text, thread: next.thread, account, prices: used }
}

/** As many moved monitors as one message shows; the others come in the next message, and are not accounted for until then. */
function movesPart(options: ComposeOptions, news: readonly News[]): Part | undefined {
  const toShow = news.filter(({ sendResult }) => sendResult === 'told')
  if (toShow.length === 0) return undefined
  const shown = toShow.slice(0, MOVES_PER_MESSAGE_MAX)
  const text = writeMoves(
    messagesFor(options),
    shown.map((one) => moveOf(one, options.seen)),
    options.now,
  )
  const left = new Set(toShow.slice(shown.length))
  const account =
    left.size > 0 ? { news: news.filter((one) => !left.has(one)), dueAt: options.now } : { news }
  return { text, thread: options.chat.thread, account, prices: shown.map(({ newest }) => newest) }
}

function digestPart(options: ComposeOptions): Part | undefined {
  const { chat, now } = options
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(options)
  if (moves.length === 0) return undefined
  const text = writeDigest(messagesFor(options), moves, now)
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [] }
}

export interface ComposerOptions {
  readonly messenger: Pick<Messenger, 'observedQuotes' | 'seen' | 'broadcast'>
  readonly defaultLanguage: Language
  readonly log: Log
}

/** By the index of a reservation: what its chat is told, or why it cannot be. */
export type ComposedOf = (index: number) => Composition | Outcome

/** Composes for chats alike once. What cannot be composed fails alone: the others are told. */
export function createComposer({ messenger, defaultLanguage, log }: ComposerOptions) {
  return function composeBatch({ now, prices, states, stateOf, reservations }: Batch): ComposedOf {
    const { observedQuotes, seen } = messenger
    const common = { prices, observedQuotes, seen, broadcast: messenger.broadcast(), defaultLanguage, now }
    const composed: (Composition | Outcome)[] = []

    function composeState(state: number, chat: string | undefined): Composition | Outcome {
      try {
        const loaded = states[state]?.()
        if (!loaded) throw new RangeError('the chat was not read')
        return compose({ ...loaded, ...common })
      } catch (error) {
        log.error({ chat, err: messageOf(error) }, 'message cannot be composed')
        return { kind: 'fail', ms: FAIL_AGAIN_MS, why: messageOf(error) }
      }
    }

    return (index) => {
      const state = stateOf[index] ?? -1
      composed[state] ??= composeState(state, reservations[index]?.member)
      return composed[state]
    }
  }
}

import { quietUntil } from '../../chats/chat.ts'
import type { Language } from '../../messages/words/words.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { composeBroadcast } from './broadcast.ts'
import {
  type Account,
  type Composed,
  type ComposeOptions,
  type Composition,
  type News,
  NOTHING,
} from './composition.ts'
import { composeLive, isLiveLate } from './live.ts'
import type { Batch } from './load.ts'
import type { Messenger } from './messenger.ts'
import { FAIL_RETRY_MS } from './refusal.ts'
import { fieldsOfEmptyDigest, newsOf, nextDigest, type Section, sectionsOf } from './sections.ts'

const TEXT_LENGTH_MAX = 4_096

/** Composes the next message to a chat: its triggered alerts, and what it follows minus what it was told, as its settings want. */
export function compose(options: ComposeOptions): Composition {
  const composed = composeWhatIsDue(options)
  if (composed.kind === 'later') return composed
  const { account } = composed
  // Triggered alerts that are left overtake routine messages, digests too.
  const isUrgent = options.triggers.length > account.triggers.length
  const fields = fieldsBeside(options, composed)
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
function fieldsBeside(options: ComposeOptions, composed: Composition): Account['fields'] | undefined {
  const isCleared = composed.kind === 'message' && composed.broadcast === undefined
  const cleared = options.chat.hasSoftRefusals && isCleared ? { doubts: '' } : undefined
  const digest = fieldsOfEmptyDigest(options)
  return cleared || digest ? { ...digest, ...cleared } : undefined
}

function composeWhatIsDue(options: ComposeOptions): Composition {
  const { chat, prices, now } = options
  const quietTill = chat.quiet && quietUntil(chat.quiet, now, chat.zone)
  if (quietTill !== undefined) return composeInQuietHours(options, quietTill)
  const overdue = composeOverdue(options)
  if (overdue) return overdue
  const news = newsOf(chat.told, prices)
  const [first, ...others] = sectionsOf(options, news)
  const account = { ...NOTHING, news, dueAt: nextDigest(chat, now) }
  if (first) {
    const message = composeSections(first, others, options, news)
    const isMore = composeLive(options, account) !== undefined
    return isMore ? { ...message, account: { ...message.account, dueAt: now } } : message
  }
  return composeBroadcast(options, account) ?? composeLive(options, account) ?? { kind: 'silence', account }
}

/** A live message is still edited, as an edit wakes nobody. */
function composeInQuietHours(options: ComposeOptions, till: number): Composition {
  if (!options.chat.live) return { kind: 'later', at: till }
  const account = { ...NOTHING, dueAt: till }
  return composeLive(options, account) ?? { kind: 'silence', account }
}

/** Broadcasts and overdue live edits go before price updates: a chat with news all the time would never get them. */
function composeOverdue(options: ComposeOptions): Composition | undefined {
  const account = { ...NOTHING, dueAt: options.now }
  const broadcast = composeBroadcast(options, account)
  if (broadcast?.kind === 'message') return broadcast
  return isLiveLate(options) ? composeLive(options, account) : undefined
}

/** Puts together the sections of one topic that one message has room for; for the others the chat is due again at once. */
function composeSections(
  first: Section,
  others: readonly Section[],
  { chat, now }: ComposeOptions,
  news: readonly News[],
): Composed {
  let text = first.text
  const taken = [first]
  for (const section of others) {
    if (section.thread !== first.thread || text.length + section.text.length + 2 > TEXT_LENGTH_MAX) continue
    text += `\n\n${section.text}`
    taken.push(section)
  }
  const isAll = taken.length === others.length + 1
  const account: Account = Object.assign({}, NOTHING, ...taken.map((section) => section.account))
  const withheld = account.news.length > 0 ? [] : news.filter(({ outcome }) => outcome === 'withheld')
  return {
    kind: 'message',
    text,
    thread: first.thread,
    prices: taken.flatMap((section) => section.prices),
    account: {
      ...account,
      news: [...account.news, ...withheld],
      dueAt: isAll ? account.dueAt || nextDigest(chat, now) : now,
    },
  }
}

export interface ComposerOptions {
  readonly messenger: Pick<Messenger, 'observedQuotes' | 'seen' | 'broadcast'>
  readonly defaultLanguage: Language
  readonly log: Log
}

/** Returns what was composed for a reservation of the batch, by its index, or why nothing could be. */
export type ComposedOf = (index: number) => Composition | Outcome

/** Composes once for all chats of a batch that are alike. Where one cannot be composed the others still are. */
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

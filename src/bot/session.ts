import { PLUGIN_DATA_VERSION } from '@grammyjs/conversations'
import type { MiddlewareFn } from 'grammy'
import { HOUR_SECONDS, SECOND_MS } from '../domain/caracas.ts'
import { LINE_LENGTH_MAX } from '../language/tokens.ts'
import { answerWithin, type Clock } from '../runtime/clock.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import type { BotContext } from './context.ts'

/** The commands of Redis by which sessions are stored. */
export interface SessionStore {
  hget(key: string, field: string): Promise<string | null>
  hset(key: string, field: string, text: string): Promise<unknown>
  hdel(key: string, field: string): Promise<unknown>
  expire(key: string, seconds: number): Promise<unknown>
  del(key: string): Promise<unknown>
}

/** Raise the second number when a dialog asks other questions or in another order, as a stored one is replayed from its start, or a value changes its form. */
const VERSION = `${PLUGIN_DATA_VERSION}.6`
const KEPT_SECONDS_MAX = HOUR_SECONDS
const ANSWER_MS_MAX = 200

/** A stored value; without it where another version of the program stored it. */
interface Stored<T> {
  readonly value?: T
}

/**
 * What a chat is in the middle of: open dialogs, the question asked last and its text, what a button brings back. One hash
 * `session:CHAT`, each field with its own end, the hash gone an hour after its last change. Deleting the chat's data
 * deletes the hash.
 */
export function createSessions(store: SessionStore, clock: Clock, log: Log) {
  const keyOf = (chat: string): string => `session:${chat}`
  const warn = (error: unknown): undefined => {
    log.warn({ err: messageOf(error) }, 'a session cannot be read or stored')
  }

  /** Undefined where nothing is stored, or no longer. Throws if Redis does not answer. */
  async function read<T>(chat: string, field: string): Promise<Stored<T> | undefined> {
    const text = await store.hget(keyOf(chat), field)
    const [version, until, value] = text === null ? [] : entryIn(text)
    if (text === null || (until !== undefined && until <= clock())) return undefined
    return version === VERSION ? { value: value as T } : {}
  }

  async function write(chat: string, field: string, value: unknown, seconds: number): Promise<void> {
    const entry: Entry = [VERSION, clock() + seconds * SECOND_MS, value]
    const key = keyOf(chat)
    await Promise.all([store.hset(key, field, JSON.stringify(entry)), store.expire(key, KEPT_SECONDS_MAX)])
  }

  return {
    read,
    write,
    remove: async (chat: string, field: string): Promise<void> => void (await store.hdel(keyOf(chat), field)),
    /** Finds a value that can be done without: nothing if Redis does not answer within 200 ms. */
    async find<T>(chat: string, field: string): Promise<T | undefined> {
      const stored = await answerWithin(ANSWER_MS_MAX, read<T>(chat, field).catch(warn), () => undefined)
      return stored?.value
    },
    /** Does not wait for Redis. */
    keep: (chat: string, field: string, value: unknown, seconds: number): void =>
      void write(chat, field, value, seconds).catch(warn),
    forget: async (chat: string): Promise<void> => void (await store.del(keyOf(chat))),
  }
}

export type Sessions = ReturnType<typeof createSessions>

type Entry = [version: string, untilMs: number, value: unknown]

function entryIn(text: string): Partial<Entry> {
  try {
    const entry: unknown = JSON.parse(text)
    return Array.isArray(entry) ? (entry as Partial<Entry>) : []
  } catch {
    return [] // another program wrote it
  }
}

const ASKED = 'asked'
const ASKED_SECONDS = 600

/** Keeps what an update of a private chat asks for, once it is answered; a request that nothing goes on from ends what was asked before. */
export const keepAsked =
  (sessions: Pick<Sessions, 'keep'>): MiddlewareFn<BotContext> =>
  async (ctx, next) => {
    await next()
    const asked = ctx.asked ?? (ctx.message?.text?.startsWith('/') ? { kind: 'other' } : undefined)
    // A command is not put right by a later text.
    const typed = ctx.askedText ?? ctx.message?.text ?? ''
    const isRead = typed !== '' && !typed.startsWith('/') && typed.length <= LINE_LENGTH_MAX
    const kept = isRead ? { ...asked, text: typed } : asked
    if (ctx.isPrivate && asked) sessions.keep(ctx.chatKey, ASKED, kept, ASKED_SECONDS)
  }

/** What was asked last in a private chat. */
export const findAsked = async (
  sessions: Pick<Sessions, 'find'>,
  { isPrivate, chatKey }: Pick<BotContext, 'isPrivate' | 'chatKey'>,
): Promise<BotContext['asked']> => (isPrivate ? sessions.find(chatKey, ASKED) : undefined)

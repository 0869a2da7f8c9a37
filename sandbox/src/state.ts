import type { InlineKeyboardMarkup } from 'grammy/types'
import type { Content } from './post.ts'
import type { Clock } from './surroundings.ts'
import { createCalls } from './traffic/calls.ts'
import { createFaults, createFlood, type FloodLimits } from './traffic/flood.ts'
import { createQueries } from './traffic/queries.ts'
import { createLongPoll, createUpdates } from './traffic/updates.ts'
import { type BotName, botUser, type Person } from './world/cast.ts'
import { createCommandMenus } from './world/command-menus.ts'
import { createFiles } from './world/files.ts'
import { createCounter, createWorld } from './world/world.ts'

/** The answer of the bot to a pressed button. */
export interface CallbackAnswer {
  readonly text?: string
  readonly show_alert: boolean
  readonly url?: string
}

/** One result of an inline query: how it looks in the list, and what it posts. */
export interface InlineResult {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly content: Content
  readonly reply_markup?: InlineKeyboardMarkup
}

/** The answer of the bot to an inline query. */
export interface InlineAnswer {
  readonly results: readonly InlineResult[]
  readonly button?: { readonly text: string; readonly start_parameter: string }
}

const ANSWERABLE_MS = 30_000

/** What the state is created from. */
export interface StateOptions {
  readonly botToken: string
  /** What the bot is called, before and after the `@`. */
  readonly botName?: BotName
  /** The system's unless given. */
  readonly clock?: Clock
  /** Telegram's own limits unless given. */
  readonly limits?: FloodLimits
  /** How long a pressed button or an inline query can be answered; 30 s unless given. */
  readonly answerableMs?: number
  /** Everybody; Ana, Luis and Emma unless given. */
  readonly people?: readonly Person[]
}

/** The state of the sandbox, which the Bot API and the web chat share. */
export function createState({
  botToken,
  botName,
  clock = Date.now,
  limits,
  answerableMs = ANSWERABLE_MS,
  people,
}: StateOptions) {
  const bot = botUser(botToken, botName)
  const calls = createCalls(clock)
  const updates = createUpdates(clock, (name, sent) => calls.record({ kind: 'update', name, sent }))
  const nextQueryId = createCounter(clock)
  return {
    botToken,
    clock,
    world: createWorld(bot, clock, people),
    updates,
    calls,
    faults: createFaults(clock),
    longPoll: createLongPoll(updates),
    flood: createFlood(clock, limits),
    files: createFiles(),
    menus: createCommandMenus(),
    callbacks: createQueries<CallbackAnswer>(nextQueryId, answerableMs),
    inlines: createQueries<InlineAnswer>(nextQueryId, answerableMs),
    guests: createQueries<InlineResult>(nextQueryId, answerableMs),
    nextQueryId,
    /** How the bot describes itself, by language; the empty language is the default. */
    descriptions: { description: new Map<string, string>(), short_description: new Map<string, string>() },
  }
}

/** The state of the sandbox. */
export type State = ReturnType<typeof createState>

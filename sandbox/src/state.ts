import type { BotCommand } from 'grammy/types'
import type { z } from 'zod'
import type { BUTTON, RESULT } from './inline-results.ts'
import { type Clock, type Log, SILENT } from './surroundings.ts'
import { createCalls } from './traffic/calls.ts'
import { createFaults } from './traffic/faults.ts'
import { createFlood, type FloodLimits, type Sending, TELEGRAM_LIMITS } from './traffic/flood.ts'
import { createQueries } from './traffic/queries.ts'
import { createUpdates } from './traffic/updates.ts'
import { createWebhook } from './traffic/webhook.ts'
import { ANA, type BotName, EMMA, LUIS, type Person } from './world/cast.ts'
import { createFiles } from './world/files.ts'
import { createCounter, createWorld } from './world/world.ts'

/** One result of an inline query. */
export type InlineResult = z.output<typeof RESULT>

const ANSWERABLE_MS = 30_000
const BOT_NAME: BotName = { first_name: 'Bot', username: 'sandbox_bot' }

/** What the state is created from. */
export interface StateOptions {
  readonly botToken: string
  /** What the bot is called, before and after the `@`. */
  readonly botName?: BotName
  /** The system's unless given. */
  readonly clock?: Clock
  /** Nothing is logged without one. */
  readonly log?: Log
  /** Telegram's own limits unless given. */
  readonly limits?: FloodLimits
  /** How long a pressed button or an inline query can be answered; 30 s unless given. */
  readonly answerableMs?: number
  /** Everybody; Ana, Luis and Emma unless given. */
  readonly people?: readonly Person[]
  /** Called for every call of the Bot API with its method, `unknown` if there is none, and its HTTP code. */
  readonly onCall?: (method: string, code: number) => void
}

/** The state of the sandbox, which the Bot API and the web chat share. */
export function createState(options: StateOptions) {
  const { botToken, botName = BOT_NAME, people = [ANA, LUIS, EMMA], limits = TELEGRAM_LIMITS } = options
  const { clock = Date.now, log = SILENT, answerableMs = ANSWERABLE_MS } = options
  const end = new AbortController()
  const stopping = end.signal
  const bot = { id: Number(botToken.split(':')[0]), is_bot: true, ...botName }
  const calls = createCalls(clock)
  const updates = createUpdates(clock, (name, sent) => calls.record({ kind: 'update', name, sent }))
  const faults = createFaults(clock)
  const flood = createFlood(clock, limits)
  const nextQueryId = createCounter(clock)
  const queries = { nextId: nextQueryId, answerableMs, stopping }
  return {
    botToken,
    log,
    onCall: options.onCall,
    world: createWorld(bot, clock, people),
    updates,
    webhook: createWebhook(updates, stopping),
    calls,
    faults,
    files: createFiles(),
    /** Admits a message or an edit, or throws a 429. */
    admit: (sending: Sending): void => {
      if (faults.active.flood_limits) flood.admit(sending)
    },
    callbacks: createQueries<object>(queries),
    inlines: createQueries<{ results: InlineResult[]; button: z.output<typeof BUTTON> | undefined }>(queries),
    guests: createQueries<InlineResult>(queries),
    nextQueryId,
    /** Command lists of the bot by scope and language, and how it describes itself by language; the empty language is the default. */
    menus: new Map<string, BotCommand[]>(),
    descriptions: { description: new Map<string, string>(), short_description: new Map<string, string>() },
    /** Ends what waits: readers of updates, questions to the bot, deliveries and live pages. */
    stop: () => end.abort(),
    /** Aborted once the sandbox stops. */
    stopping,
  }
}

/** The state of the sandbox. */
export type State = ReturnType<typeof createState>

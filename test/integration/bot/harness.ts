import { ANA, CHANNEL_ID, EMMA, type FloodLimits, GROUP_ID, LUIS } from 'telegram-sandbox'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import { startSandbox, TOKEN } from '../../../sandbox/test/support/harness.ts'
import { createBot } from '../../../src/bot.ts'
import { createChats } from '../../../src/chats/chats.ts'
import { type Seen, TAGS } from '../../../src/chats/keys.ts'
import type { Operator } from '../../../src/features/operator/command.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { type Admission, GO } from '../../../src/queue/groups.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { Keyboard } from '../../../src/telegram/send.ts'
import { useEmptyRedis } from '../../support/redis.ts'
import {
  createMemoryPast,
  createMemoryPrices,
  createMemoryStore,
  createMemoryUpdates,
  NOON,
} from './memory.ts'

export interface Shown {
  readonly message_id: number
  readonly text: string
  /** Nobody for a post of a channel. */
  readonly from?: { readonly is_bot: boolean }
  readonly message_thread_id?: number
  readonly edit_date?: number
  /** The keys below the chat. */
  readonly keyboard?: {
    readonly keyboard?: readonly (readonly { readonly text: string }[])[]
    readonly remove_keyboard?: true
  }
  readonly reply_markup?: {
    readonly inline_keyboard: readonly (readonly {
      readonly text: string
      readonly callback_data: string
    }[])[]
  }
}

interface InlineResult {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly content: { readonly text: string }
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly unknown[])[] }
}

export interface InlineAnswer {
  readonly query_id: string
  readonly results: readonly InlineResult[]
  readonly button?: { readonly text: string }
}

export interface Place {
  readonly user: number
  readonly chat: number
  readonly topic?: number
  readonly anonymous?: boolean
  /** The message that is replied to. */
  readonly reply_to?: number
}

export const ana: Place = { user: ANA.id, chat: ANA.id }
export const emma: Place = { user: EMMA.id, chat: EMMA.id }
export const luis: Place = { user: LUIS.id, chat: LUIS.id }
/** Ana owns the group and the channel; Luis is a member. */
export const owner: Place = { user: ANA.id, chat: GROUP_ID }
export const member: Place = { user: LUIS.id, chat: GROUP_ID }
export const channel: Place = { user: ANA.id, chat: CHANNEL_ID }
/** The key of Ana's private chat. */
export const CHAT = String(ANA.id)

type Turn = readonly [text: string, answer: string | RegExp]

/** A limiter that never closes by itself and counts what was spent. */
export function createMemoryLimiter() {
  const state = { spent: 0, pausedUntil: 0 }
  return {
    state,
    spend: async (places = 1): Promise<void> => {
      state.spent += places
    },
    pauseSending: async (ms: number): Promise<void> => {
      state.pausedUntil = Math.max(state.pausedUntil, performance.now() + ms)
    },
    pausedForMs: (): number => Math.max(0, state.pausedUntil - performance.now()),
    ratePerSecond: () => 1_000_000,
    groups: { send: async () => 0, admit: async (): Promise<Admission> => GO },
  }
}

interface BotSetting {
  readonly limits?: FloodLimits
  readonly channelAnswersMs?: number
  /** What operators have; nothing if not given. */
  readonly operatorFeatures?: Operator['features']
  /** The bot of another copy of the program. */
  readonly create?: typeof createBot
}

/** The real bot before the sandbox; only Redis and the rate API are in memory. The clock stands at noon. */
async function startBot(
  redis: Redis,
  { limits, channelAnswersMs, operatorFeatures, create = createBot }: BotSetting,
) {
  const sandbox = await startSandbox(limits ? { limits } : {})
  const parts = {
    prices: createMemoryPrices(),
    chats: createChats({ redis, queue: createDueQueue({ redis, name: 'due', tags: TAGS }) }),
    redis: createMemoryStore(),
    client: createMemoryPast(),
    limiter: createMemoryLimiter(),
  }
  /** Each time that a chat came, went, moved or was deleted, with the prices that it was shown. */
  const moves: string[] = []
  const presence = parts.chats.presence as Record<string, (...given: unknown[]) => Promise<unknown>>
  for (const name of ['forget', 'migrate', 'rejoin', 'retire', 'revive', 'stop']) {
    const { [name]: act } = presence
    presence[name] = (...given) => {
      const prices = given.flat().map((one) => (one as Seen).quote?.price ?? one)
      moves.push([name, ...prices].join(' '))
      return act?.(...given) ?? Promise.reject(new Error(`no ${name}`))
    }
  }
  const time = { now: NOON }
  const lines: string[] = []
  const createOurs = (more: Partial<Pick<Parameters<typeof createBot>[0], 'apiRoot' | 'token'>> = {}) =>
    create({
      ...parts,
      updateStream: createMemoryUpdates(),
      token: TOKEN,
      paceOf: () => 0,
      channelAnswersMs,
      apiRoot: sandbox.root,
      defaultLanguage: 'es',
      clock: () => time.now,
      log: createLog('info', (line) => lines.push(line)).log,
      metrics: createMetrics(),
      onRefused: () => {},
      ...(operatorFeatures && {
        createOperator: () => ({ features: operatorFeatures, start: async () => {}, stop: async () => {} }),
      }),
      ...more,
    })
  const bot = createOurs()
  await bot.start()
  onTestFinished(() => bot.stop())

  const seen = async ({ user, chat }: Place): Promise<Shown[]> =>
    (await sandbox.see(`messages?user=${user}&chat=${chat}`)).messages as unknown as Shown[]

  /** The first of the bot's messages after a message, once there is one; in a channel the first post. */
  async function heard(place: Place, after: number): Promise<Shown> {
    return vi.waitUntil(
      async () => (await seen(place)).find((one) => one.message_id > after && one.from?.is_bot !== false),
      { timeout: 30_000, interval: 10 },
    )
  }

  async function say(place: Place, text: string): Promise<number> {
    const answer = await sandbox.act('send', { ...place, text })
    if (!answer.message) throw new Error(JSON.stringify(answer))
    return answer.message.message_id
  }

  /** Posts what no command of the bot would: a push, or a button that another program made. */
  async function post({ user, chat }: Place, { inline_keyboard }: Keyboard, text = '▲'): Promise<Shown> {
    const reply_markup = { inline_keyboard: inline_keyboard.map((row) => [...row]) }
    const { message_id } = await sandbox.api.sendMessage(chat, text, { reply_markup })
    return heard({ user, chat }, message_id - 1)
  }

  async function buttonData(place: Place, message: Shown, caption: string | RegExp) {
    const buttons = message.reply_markup?.inline_keyboard.flat() ?? []
    const button = buttons.find(({ text }) =>
      caption instanceof RegExp ? caption.test(text) : text === caption,
    )
    if (!button) throw new Error(`no button ${caption} among ${buttons.map(({ text }) => text).join(', ')}`)
    const answer = await sandbox.act('press', {
      ...place,
      message_id: message.message_id,
      data: button.callback_data,
    })
    const now = (await seen(place)).find(({ message_id }) => message_id === message.message_id)
    return { answer, message: now ?? message }
  }

  /** Presses one button after another; the message as it is then. */
  async function press(
    place: Place,
    message: Shown,
    ...buttons: readonly (string | RegExp)[]
  ): Promise<Shown> {
    let shown = message
    for (const caption of buttons) shown = (await buttonData(place, shown, caption)).message
    return shown
  }

  const ask = async (place: Place, text: string): Promise<Shown> => heard(place, await say(place, text))

  /** Says one text after another; each first answer has what stands beside the text. */
  async function talkAs(place: Place, ...turns: readonly Turn[]): Promise<void> {
    for (const [text, answer] of turns) {
      const said = (await ask(place, text)).text
      if (typeof answer === 'string') expect(said, text).toContain(answer)
      else expect(said, text).toMatch(answer)
    }
  }

  return {
    ...parts,
    ...sandbox,
    bot,
    createOurs,
    moves: (): readonly string[] => moves,
    time,
    lines,
    seen,
    heard,
    say,
    post,
    buttonData,
    press,
    /** The results of an inline query. */
    inline: async (place: Place, query: string) =>
      (await sandbox.act('inline', { ...place, query })) as unknown as InlineAnswer,
    /** Says something and waits for the first answer. */
    ask,
    talkAs,
    /** What Ana says in private. */
    talk: (...turns: readonly Turn[]): Promise<void> => talkAs(ana, ...turns),
    /** Says something, and whether nothing but the `/help` asked for after it was answered. */
    async ignored(place: Place, text: string): Promise<boolean> {
      const id = await say(place, text)
      await say(place, '/help')
      const answers = async (): Promise<string[]> =>
        (await seen(place)).flatMap((one) => (one.from?.is_bot && one.message_id > id ? one.text : []))
      await expect.poll(answers).toContainEqual(expect.stringMatching(/^Pregúntame como/))
      return (await answers()).length === 1
    },
  }
}

type TestBot = Awaited<ReturnType<typeof startBot>>
type Traps = Record<string, (...given: unknown[]) => unknown>

/** The bot of one file of tests on a Redis of its own, begun anew before each test. Each name leads to that part of the last one. */
export async function useBot(first: BotSetting = {}) {
  const { redis } = await useEmptyRedis()
  await redis.config('SET', 'appendfsync', 'no')
  let bot = {} as TestBot
  /** Begins anew within a test. */
  async function restart(setting = first): Promise<void> {
    await redis.flushall()
    bot = await startBot(redis, setting)
  }
  beforeEach(() => restart())
  const partOf = (name: string | symbol): object => {
    const lead =
      (trap: string) =>
      (_of: unknown, ...given: unknown[]) =>
        (Reflect as unknown as Traps)[trap]?.(Reflect.get(bot, name), ...given)
    return new Proxy(() => {}, new Proxy({}, { get: (_, trap) => lead(String(trap)) }))
  }
  const own = { restart, chatRedis: redis }
  return new Proxy(own as TestBot & typeof own, {
    // An `await` asks whether there is a `then`.
    get: (_, name) => (name in own || name === 'then' ? Reflect.get(own, name) : partOf(name)),
  })
}

export const captions = ({ reply_markup, keyboard }: Shown): string[] =>
  [reply_markup?.inline_keyboard ?? keyboard?.keyboard ?? []].flat(2).map(({ text }) => text)

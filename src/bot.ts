import { type Api, Bot, type BotError, type Context } from 'grammy'
import type { Update, UserFromGetMe } from 'grammy/types'
import { answerPress, type BotContext, channelAbout, isFlood } from './bot/context.ts'
import { introduction, setMenus, setProfile } from './bot/profile.ts'
import { countReplies, noteReached, type ReplyLimiter } from './bot/replies.ts'
import { type CardPosterOptions, createCardPoster } from './features/card/post.ts'
import type { Operator } from './features/operator/command.ts'
import { createRouter, type RouterOptions } from './features/router.ts'
import type { Lease } from './redis/leader.ts'
import type { Part } from './runtime/lifecycle.ts'
import { type Failure, type Log, messageOf, warnOf } from './runtime/log.ts'
import type { Metrics } from './runtime/metrics.ts'
import { asCallSignal, createTelegram } from './telegram/api.ts'
import { sendResultOf } from './telegram/send-result.ts'
import type { UpdateStream } from './telegram/update-stream.ts'
import { createUpdates, type Updates } from './telegram/updates.ts'
import type { WebhookTarget } from './telegram/webhook.ts'
import { secondsIn } from './words/times.ts'
import { type Language, languageOf, wordsIn } from './words/words.ts'

const KINDS = [
  'message',
  'channel_post',
  'callback_query',
  'inline_query',
  'guest_message',
  'my_chat_member',
] as const satisfies (keyof Update)[]
const START_TIMEOUT_MS = 5_000

interface BotOptions extends Omit<RouterOptions, 'chats' | 'groups' | 'operatorFeatures' | 'stopping'> {
  readonly chats: RouterOptions['chats'] & CardPosterOptions['chats']
  readonly token: string
  readonly apiRoot: string
  readonly limiter: ReplyLimiter
  /** How long to hold the next reply to a private chat (ms); by Telegram's limit, if not given. */
  readonly paceOf?: (chat: string) => number
  readonly metrics: Metrics
  /** Makes the commands of operators; without it there are none. */
  readonly createOperator?: (api: Api) => Operator
  /** Held by the one process that posts cards by itself; undefined where there is only one. */
  readonly cardLease?: Lease | undefined
  /** Keeps updates that are not done at once. */
  readonly updateStream: UpdateStream
  /** Held by the one process that works updates off; undefined where there is only one. */
  readonly updatesLease?: Lease | undefined
  /** Updates are polled if not given. */
  readonly webhook?: WebhookTarget | undefined
  /** Who the bot is; Telegram is asked if not given. */
  readonly me?: UserFromGetMe | undefined
  /** Called when Telegram refuses the token: the program must end. */
  readonly onRefused: (failure: Failure) => void
  /** Takes the lines that introduce the bot to its operator, once `getMe` answered. */
  readonly onKnown?: ((lines: readonly string[]) => void) | undefined
}

/**
 * Receives updates from Telegram and handles them, one at a time for each chat. While Telegram cannot be reached, it is called
 * again in the background.
 */
export function createBot(options: BotOptions): Part & Pick<Updates, 'routes' | 'check'> {
  const { token, apiRoot, chats, limiter } = options
  const { webhook, onRefused, defaultLanguage, clock, log, metrics } = options
  const { client, jsonCalls, close } = createTelegram({ token, apiRoot })
  const bot = new Bot<BotContext>(token, { client })
  const stopping = new AbortController()
  const operator = options.createOperator?.(bot.api)
  const { router, features, cards, pictures } = createRouter({
    ...options,
    groups: limiter.groups,
    operatorFeatures: operator?.features,
    stopping: stopping.signal,
  })
  const poster = createCardPoster({
    api: bot.api,
    botName: () => bot.botInfo.username,
    cards,
    pictures,
    chats,
    lease: options.cardLease,
    defaultLanguage,
    clock,
    log,
  })
  const changing = new Set(features.flatMap(({ audience, names }) => (audience.changes ? names : [])))
  const seconds = metrics.seconds('bot_update_seconds', 'From taking an update to its answer', ['kind'])
  for (const kind of KINDS) seconds.zero({ kind })
  const errors = metrics.counter('bot_errors_total', 'Updates that failed')

  /** A token begins with the number of its bot. */
  const self = { id: Number.parseInt(token, 10) }
  const introduced = Promise.withResolvers<void>()
  stopping.signal.addEventListener('abort', () => introduced.resolve())

  /** `bot.init` would go on calling `getMe` after a stop. */
  async function introduce(): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(START_TIMEOUT_MS), stopping.signal])
    bot.botInfo = options.me ?? (await bot.api.getMe(asCallSignal(signal)))
    introduced.resolve()
    options.onKnown?.(introduction(bot.botInfo))
  }

  const updates = createUpdates({
    api: bot.api,
    apiRoot,
    stream: options.updateStream,
    lease: options.updatesLease,
    webhook,
    onRefused,
    metrics,
    log,
    kinds: KINDS,
    alsoChanges: (update) =>
      channelAbout({ callbackQuery: update.callback_query, message: update.message, me: self })?.id,
    prepare: async () => {
      if (!bot.isInited()) await introduce()
      // Commands work without their menu, so the bot handles updates even if the menu cannot be set.
      const menus = setMenus(bot.api, { changing, defaultLanguage })
      await menus.catch(warnOf(log, 'the menus of commands are not set'))
      const profile = setProfile(bot.api, defaultLanguage)
      await profile.catch(warnOf(log, 'the descriptions of the bot are not set'))
    },
    handle: async (update) => {
      await introduced.promise
      const end = seconds.startTimer({ kind: KINDS.find((kind) => kind in update) ?? 'other' })
      try {
        await bot.handleUpdate(update)
      } finally {
        end()
      }
    },
    stopping: stopping.signal,
  })

  bot.api.config.use(
    jsonCalls,
    countReplies({
      limiter,
      isRetired: chats.presence.isRetired,
      stopping: stopping.signal,
      log,
      paceOf: options.paceOf,
    }),
    noteReached(chats.presence.reached, log),
  )
  const handleError = createErrorHandler({
    defaultLanguage,
    retire: chats.presence.retire,
    onError: () => errors.inc(),
    stopping: stopping.signal,
    log,
  })
  bot.errorBoundary(handleError, router)

  return {
    name: 'bot',
    /** The endpoint of Telegram's webhook, if one is configured. */
    routes: updates.routes,
    /** Throws where another program takes the updates. */
    check: updates.check,
    async start() {
      await introduce().catch(warnOf(log, 'telegram cannot be reached yet'))
      await updates.start()
      await operator?.start()
      await poster.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all([updates.stop(), operator?.stop(), poster.stop()])
      await close()
    },
  }
}

interface ErrorHandlerOptions {
  readonly defaultLanguage: Language
  readonly retire: (chat: string) => Promise<void>
  readonly onError: () => void
  /** Aborted once we stop: an error is rethrown then, so that the update is handled again after the start. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Logs the error of an update, and answers the chat if it can. */
function createErrorHandler({ defaultLanguage, retire, onError, stopping, log }: ErrorHandlerOptions) {
  async function answerError(ctx: Context, error: unknown): Promise<void> {
    const sendResult = sendResultOf(error)
    const words = wordsIn(languageOf(ctx.from?.language_code) ?? defaultLanguage)
    if (sendResult.kind === 'pause' && isFlood(error))
      return (
        ctx.callbackQuery &&
        answerPress(ctx, { refusal: words.tooManyCommands(secondsIn(sendResult.afterMs)) })
      )
    if (sendResult.kind === 'unreachable' && ctx.chatId !== undefined) return retire(String(ctx.chatId))
    if (sendResult.kind !== 'fail') return
    if (ctx.callbackQuery) return answerPress(ctx, { refusal: words.error })
    if (ctx.chat) await ctx.reply(words.error)
  }

  function logError(ctx: Context, error: unknown): void {
    const facts = { update: ctx.update.update_id, chat: ctx.chatId, err: messageOf(error) }
    if (isFlood(error)) log.info(facts, 'update not answered')
    else {
      onError()
      log.error(facts, 'update failed')
    }
  }

  return async ({ ctx, error }: BotError): Promise<void> => {
    if (stopping.aborted) throw error
    logError(ctx, error)
    await answerError(ctx, error).catch((second: unknown) =>
      log.warn({ chat: ctx.chatId, err: messageOf(second) }, 'the chat cannot be told of the failure'),
    )
  }
}

import type { FastifyInstance } from 'fastify'
import { Bot, type Context } from 'grammy'
import type { Update } from 'grammy/types'
import type { Board } from '../board/board.ts'
import { createChartStudio } from '../charts/studio.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/language.ts'
import type { RatesClient } from '../protocol/client.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createTelegram, type Signal, withTokenFailure } from '../telegram/api.ts'
import { isTokenRefused } from '../telegram/outcome.ts'
import { createAdministrators } from './administrators.ts'
import type { KeptAlerts } from './alerts/kept-alerts.ts'
import { createBoundary } from './boundary.ts'
import { createBucket } from './bucket.ts'
import { createCharts } from './charting/charts.ts'
import { createPictureStore } from './charting/picture-store.ts'
import { createPictures } from './charting/pictures.ts'
import { createAlertsCommand } from './commands/alerts.ts'
import { createCancel } from './commands/cancel.ts'
import { createChanges } from './commands/changes.ts'
import { createConvert } from './commands/convert.ts'
import { createFollow } from './commands/follow.ts'
import { createGap } from './commands/gap.ts'
import { createHelp } from './commands/help.ts'
import { createHistory } from './commands/history.ts'
import { createLeast } from './commands/least.ts'
import { createPin } from './commands/pin.ts'
import { createRate } from './commands/rate.ts'
import { createSettings } from './commands/settings.ts'
import { createStart } from './commands/start.ts'
import { createStop } from './commands/stop.ts'
import { createUnfollow } from './commands/unfollow.ts'
import { createQuestions, type QuestionStore } from './conversations/questions.ts'
import { createConverter } from './conversion/converter.ts'
import { createDispatch } from './dispatch.ts'
import type { GapNames } from './gap-pair.ts'
import { createGuest } from './guest.ts'
import { createInline } from './inline.ts'
import { introduction } from './introduction.ts'
import { readKept } from './kept.ts'
import { createMembership } from './membership.ts'
import { setMenus } from './menus.ts'
import { createOperator, type OperatorOptions } from './operator/operator.ts'
import { createPastReader, pastDays } from './past.ts'
import { setProfile } from './profile.ts'
import { countReplies, type ReplyLimiter } from './replies.ts'
import type { KeptSettings } from './settings/kept-settings.ts'
import { createTalk } from './talk.ts'
import { createTurn } from './turn.ts'
import { createUpdates, type Keeping } from './updates.ts'
import type { WebhookTarget } from './webhook-registration.ts'

const KINDS = [
  'message',
  'channel_post',
  'callback_query',
  'inline_query',
  'guest_message',
  'my_chat_member',
] as const satisfies (keyof Update)[]
const START_TIMEOUT_MS = 5_000

export interface BotOptions {
  readonly token: string
  readonly apiRoot: string
  readonly board: Pick<Board, 'find' | 'all' | 'latest' | 'refresh'>
  readonly chats: Pick<
    Chats,
    'read' | 'follow' | 'unfollow' | 'setLanguage' | 'retire' | 'revive' | 'migrate' | 'setLive' | 'stopLive'
  > &
    KeptAlerts &
    KeptSettings
  readonly client: Pick<RatesClient, 'history' | 'changes'>
  /** Those of the usual gap; the first two pages decide if not given. */
  readonly gapMonitors?: GapNames | undefined
  /** Where questions wait for their answers. */
  readonly redis: QuestionStore
  readonly limiter: ReplyLimiter
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Where updates are kept until they are done; by Telegram alone if not given. */
  readonly keeping?: Keeping
  /** Without it there are no commands for operators. */
  readonly operator?: OperatorOptions
  /** Updates are polled if not given. */
  readonly webhook?: WebhookTarget | undefined
  /** Called when Telegram refuses the token after the start: the program must end. */
  readonly onRefused: (failure: Failure) => void
  /** Takes the lines that introduce the bot to its operator, once Telegram said who it is. */
  readonly onKnown?: ((lines: readonly string[]) => void) | undefined
}

/**
 * The chat: takes updates from Telegram, each chat's one after another, and answers them. Its start throws a Failure when the token
 * is refused; a Telegram that is away is called again in the background.
 */
export function createBot(options: BotOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const { token, apiRoot, board, chats, limiter, defaultLanguage, clock, log, metrics } = options
  const { client, close } = createTelegram({ token, apiRoot })
  const bot = new Bot(token, { client })
  const seconds = metrics.seconds('bot_update_seconds', 'From taking an update to its answer', ['kind'])
  const errors = metrics.counter('bot_errors_total', 'Updates that failed')

  const stopping = new AbortController()
  const known = Promise.withResolvers<void>()
  stopping.signal.addEventListener('abort', () => known.resolve())

  /** Learns who we are; `bot.init` would try for ever, also after a stop. */
  async function introduce(): Promise<void> {
    bot.botInfo = await bot.api.getMe(AbortSignal.timeout(START_TIMEOUT_MS) as unknown as Signal)
    known.resolve()
    options.onKnown?.(introduction(bot.botInfo))
  }

  const updates = createUpdates({
    ...options,
    api: bot.api,
    kinds: KINDS,
    prepare: async () => {
      if (!bot.isInited()) await introduce()
      // Commands work without their menu: it must not keep the bot from its updates.
      await setMenus(bot.api, { commands, defaultLanguage }).catch((error: unknown) =>
        log.warn({ err: messageOf(error) }, 'the menus of commands are not set'),
      )
      await setProfile(bot.api, defaultLanguage).catch((error: unknown) =>
        log.warn({ err: messageOf(error) }, 'the descriptions of the bot are not set'),
      )
    },
    handle: async (update) => {
      await known.promise
      const end = seconds.startTimer({ kind: KINDS.find((kind) => kind in update) ?? 'other' })
      await bot.handleUpdate(update).finally(end)
    },
    stopping: stopping.signal,
  })

  const questions = createQuestions(options.redis, log)
  const admit = createBucket(clock)
  const keptOf = (chat: string) => readKept(chats, chat, log)
  const turnOf = async (ctx: Context) =>
    createTurn({ ctx, kept: await keptOf(String(ctx.chatId)), defaultLanguage, now: clock() })
  const reader = createPastReader(options.client, clock, log)
  const past = pastDays(reader)
  const pictures = createPictures(createChartStudio(), createPictureStore(options.redis, log))
  const convert = createConverter(board, past)
  const conversions = createConvert(board, convert)
  const operator = options.operator && createOperator({ ...options, ...options.operator, api: bot.api })
  const commands = [
    createStart(board, chats),
    createHelp(board),
    createRate(board),
    conversions,
    createGap(board, past, options.gapMonitors),
    createHistory(board, createCharts(reader, pictures), options.gapMonitors),
    createChanges(board, reader),
    createFollow(board, chats),
    createUnfollow(board, chats),
    createPin(board, chats),
    ...(operator?.commands ?? []),
    createAlertsCommand({ prices: board, chats, questions, gapNames: options.gapMonitors }),
    createLeast(board, chats, questions),
    createSettings(board, chats, questions),
    createStop(board, chats),
    createCancel(questions),
  ]
  const dispatch = createDispatch({
    questions,
    commands,
    administrators: createAdministrators(clock, log),
    admit,
    monitors: () => board.all().map(({ quote }) => quote.monitor),
    turnOf,
  })
  const membership = createMembership({ ...options, sightings: board.all })

  bot.api.config.use(countReplies(limiter, stopping.signal, log))
  bot.use(
    createBoundary({
      defaultLanguage,
      retire: chats.retire,
      onError: () => errors.inc(),
      stopping: stopping.signal,
      log,
    }),
  )
  bot.on('my_chat_member', membership.onMember)
  bot.on('message:migrate_to_chat_id', membership.onMigration)
  bot.on('channel_post:text', dispatch.onMessage)
  bot.on('message:text', dispatch.onAnswer)
  bot.on('message:text', createTalk({ prices: board, conversions, admit, turnOf, clock }))
  bot.on('message:text', dispatch.onMessage)
  bot.on('callback_query:data', dispatch.onPress)
  const anywhere = { prices: board, keptOf, admit, defaultLanguage, clock }
  bot.on('inline_query', createInline({ ...anywhere, past }))
  bot.on('guest_message', createGuest({ ...anywhere, convert }))

  return {
    name: 'bot',
    /** Telegram's webhook, where it has one. */
    routes: updates.routes,
    async start() {
      await introduce().catch((error: unknown) => {
        if (isTokenRefused(error)) throw withTokenFailure(error, apiRoot)
        log.warn({ err: messageOf(error) }, 'telegram cannot be reached yet')
      })
      await updates.start()
      await operator?.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all([updates.stop(), operator?.stop()])
      await close()
    },
  }
}

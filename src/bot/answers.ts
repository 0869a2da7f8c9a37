import type { Api, Bot } from 'grammy'
import type { Board } from '../board/board.ts'
import { createChartStudio } from '../charts/studio.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/language.ts'
import type { RatesClient } from '../protocol/client.ts'
import type { Groups } from '../queue/groups.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { createAdministrators } from './administrators.ts'
import type { KeptAlerts } from './alerts/kept-alerts.ts'
import { createAdmit, createBucket } from './bucket.ts'
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
import type { BotContext } from './context.ts'
import type { DialogStore } from './conversations/dialog-storage.ts'
import { createDialogs } from './conversations/dialogs.ts'
import { createConverter } from './conversion/converter.ts'
import { createDispatch } from './dispatch.ts'
import type { GapNames } from './gap-pair.ts'
import { createGuest } from './guest.ts'
import { createInline } from './inline.ts'
import { readKept } from './kept.ts'
import { createMembership } from './membership.ts'
import { createOperator, type OperatorOptions } from './operator/operator.ts'
import { createPastReader, pastDays } from './past.ts'
import { createRights } from './rights.ts'
import type { KeptSettings } from './settings/kept-settings.ts'
import { createTalk } from './talk.ts'
import { createTurn, type Turn } from './turn.ts'

export interface AnswersOptions {
  readonly api: Api
  readonly board: Pick<Board, 'find' | 'all' | 'latest' | 'refresh'>
  readonly chats: Pick<
    Chats,
    | 'read'
    | 'follow'
    | 'unfollow'
    | 'setLanguage'
    | 'retire'
    | 'reached'
    | 'rejoin'
    | 'revive'
    | 'migrate'
    | 'setLive'
    | 'stopLive'
  > &
    KeptAlerts &
    KeptSettings
  readonly client: Pick<RatesClient, 'history' | 'changes'>
  readonly groups: Pick<Groups, 'admit'>
  /** Those of the usual gap; the first two pages decide if not given. */
  readonly gapMonitors?: GapNames | undefined
  /** Where dialogs wait for their answers. */
  readonly redis: DialogStore
  readonly defaultLanguage: Language
  readonly clock: Clock
  /** Aborted once we stop. */
  readonly stopping: AbortSignal
  readonly log: Log
  /** Without it there are no commands for operators. */
  readonly operator?: OperatorOptions
}

/** What the bot answers: the commands it knows, and who takes each kind of update. */
export function createAnswers(options: AnswersOptions) {
  const { api, board, chats, defaultLanguage, clock, log } = options
  const bucket = createBucket(clock)
  const keptOf = (chat: string) => readKept(chats, chat, log)
  const turns = new WeakMap<BotContext, Promise<Turn | undefined>>()
  /** One for each update, whoever asks for it. */
  const turnOf = (ctx: BotContext): Promise<Turn | undefined> => {
    const turn = turns.get(ctx) ?? readTurn(ctx)
    turns.set(ctx, turn)
    return turn
  }
  const readTurn = async (ctx: BotContext) =>
    createTurn({ ctx, kept: await keptOf(String(ctx.chatId)), defaultLanguage, now: clock() })
  const reader = createPastReader(options.client, clock, log)
  const past = pastDays(reader)
  const pictures = createPictures(createChartStudio(), createPictureStore(options.redis, log))
  const convert = createConverter(board, past)
  const conversions = createConvert(board, convert)
  const rates = createRate(board)
  const talk = createTalk({ prices: board, conversions, rates, admit: bucket, turnOf, clock })
  const operator = options.operator && createOperator({ ...options, ...options.operator, api })
  const commands = [
    createStart(board, chats),
    createHelp(board),
    rates,
    conversions,
    createGap(board, past, options.gapMonitors),
    createHistory(board, createCharts(reader, pictures), options.gapMonitors),
    createChanges(board, reader),
    createFollow(board, chats),
    createUnfollow(board, chats),
    createPin(board, chats),
    ...(operator?.commands ?? []),
    createAlertsCommand({ prices: board, chats, gapNames: options.gapMonitors }),
    createLeast(board, chats),
    createSettings(board, chats, talk.isConversion),
    createStop(board, chats),
    createCancel(),
  ]
  const rights = createRights({
    administrators: createAdministrators(clock, log),
    admit: createAdmit(bucket, options.groups),
  })
  const dialogs = createDialogs({
    commands,
    store: options.redis,
    rights,
    turnOf,
    isConversion: talk.isConversion,
    stopping: options.stopping,
    log,
  })
  const dispatch = createDispatch({
    commands,
    rights,
    monitors: () => board.all().map(({ quote }) => quote.monitor),
    turnOf,
  })
  const membership = createMembership({ ...options, sightings: board.all })

  return {
    commands,
    operator,
    /** Hands each update of the bot to who answers it. */
    addTo(bot: Bot<BotContext>): void {
      bot.on('my_chat_member', membership.onMember)
      bot.on('message:migrate_to_chat_id', membership.onMigration)
      bot.use(dialogs)
      bot.on('channel_post:text', dispatch.onMessage)
      bot.on('message:text', talk.onMessage)
      bot.on('message:text', dispatch.onMessage)
      bot.on('callback_query:data', dispatch.onPress)
      const anywhere = { prices: board, keptOf, admit: bucket, defaultLanguage, clock }
      bot.on('inline_query', createInline({ ...anywhere, past }))
      bot.on('guest_message', createGuest({ ...anywhere, convert }))
    },
  }
}

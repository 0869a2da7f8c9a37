import type { Api, Bot } from 'grammy'
import type { RatesClient } from '../api/client.ts'
import { createRenderQueue } from '../charts/render-queue.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/language.ts'
import type { GapNames } from '../prices/gap-pair.ts'
import type { Prices } from '../prices/prices.ts'
import type { Groups } from '../queue/groups.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { createChatCommandLimit, createCommandLimit } from './command-limit.ts'
import type { BotContext } from './context.ts'
import { createChatLoader, readChat } from './context.ts'
import type { DialogStore } from './dialogs/dialog-storage.ts'
import { createDialogs } from './dialogs/dialogs.ts'
import { createDispatch } from './dispatch.ts'
import { createAlertsCommand } from './features/alerts/alerts.ts'
import type { KeptAlerts } from './features/alerts/subjects.ts'
import { createChanges } from './features/changes/changes.ts'
import { createConvert } from './features/convert/convert.ts'
import { createConverter } from './features/convert/exchange.ts'
import { createFollow } from './features/follow/follow.ts'
import { createLeast } from './features/follow/least-change.ts'
import { createUnfollow } from './features/follow/unfollow.ts'
import { createTalk } from './features/free-text/free-text.ts'
import { createGap } from './features/gap/gap.ts'
import { createCharts } from './features/history/charts.ts'
import { createHistory } from './features/history/history.ts'
import { createPastReader, pastDays } from './features/history/past.ts'
import { createPictureStore, createPictures } from './features/history/pictures.ts'
import { createGuest } from './features/inline/guest.ts'
import { createInline } from './features/inline/inline.ts'
import { createPin } from './features/live/pin.ts'
import { createMembership } from './features/membership/membership.ts'
import { createOperator, type OperatorOptions } from './features/operator/operator.ts'
import { createRate } from './features/rate/rate.ts'
import { createSettings } from './features/settings/settings.ts'
import type { KeptSettings } from './features/settings/show-settings.ts'
import { createCancel } from './features/start/cancel.ts'
import { createHelp, createStart, createStop } from './features/start/start.ts'
import { createAdministrators, createRights } from './rights.ts'

export interface AnswersOptions {
  readonly api: Api
  readonly prices: Prices
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
  const { api, prices, chats, defaultLanguage, clock, log } = options
  const bucket = createCommandLimit(clock)
  const readChatOf = (chat: string) => readChat(chats, chat, log)
  const loadChat = createChatLoader({ readChat: readChatOf, defaultLanguage, clock })
  const reader = createPastReader(options.client, clock, log)
  const past = pastDays(reader)
  const pictures = createPictures(createRenderQueue(), createPictureStore(options.redis, log))
  const convert = createConverter(prices, past)
  const conversions = createConvert(prices, convert)
  const rates = createRate(prices)
  const talk = createTalk({ prices, conversions, rates, admit: bucket, loadChat, clock })
  const operator = options.operator && createOperator({ ...options, ...options.operator, api })
  const commands = [
    createStart(prices, chats),
    createHelp(prices),
    rates,
    conversions,
    createGap(prices, past, options.gapMonitors),
    createHistory(prices, createCharts(reader, pictures), options.gapMonitors),
    createChanges(prices, reader),
    createFollow(prices, chats),
    createUnfollow(prices, chats),
    createPin(prices, chats),
    ...(operator?.commands ?? []),
    createAlertsCommand({ prices, chats, gapNames: options.gapMonitors }),
    createLeast(prices, chats),
    createSettings(prices, chats, talk.isConversion),
    createStop(prices, chats),
    createCancel(),
  ]
  const rights = createRights({
    administrators: createAdministrators(clock, log),
    admit: createChatCommandLimit(bucket, options.groups),
  })
  const dialogs = createDialogs({
    commands,
    store: options.redis,
    rights,
    loadChat,
    isConversion: talk.isConversion,
    stopping: options.stopping,
    log,
  })
  const dispatch = createDispatch({
    commands,
    rights,
    monitors: () => prices.all().map(({ quote }) => quote.monitor),
    loadChat,
  })
  const membership = createMembership({ ...options, observedQuotes: prices.all })

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
      const anywhere = { prices, readChatOf, admit: bucket, defaultLanguage, clock }
      bot.on('inline_query', createInline({ ...anywhere, past }))
      bot.on('guest_message', createGuest({ ...anywhere, convert }))
    },
  }
}

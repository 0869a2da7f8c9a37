import { Composer } from 'grammy'
import type { RatesClient } from '../api/client.ts'
import { createAdministrators, createFindPoster } from '../bot/administrators.ts'
import { answerPresser, createChannelAnswers } from '../bot/channel-answers.ts'
import { addFlavor, type BotContext, readChat } from '../bot/context.ts'
import { createDialogs } from '../bot/dialogs/dialogs.ts'
import {
  type Access,
  createAccess,
  createChatCommandLimit,
  createCommandLimit,
  EVERYONE,
  type Feature,
  refuse,
} from '../bot/feature.ts'
import { createSessions, keepAsked, type SessionStore } from '../bot/session.ts'
import type { Chats } from '../chats/chats.ts'
import type { GapNames } from '../prices/gap-pair.ts'
import { createPastReader, pastDays } from '../prices/past.ts'
import type { Prices } from '../prices/prices.ts'
import type { Groups } from '../queue/groups.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Language } from '../words/words.ts'
import { createAlerts } from './alerts/command.ts'
import { createCards } from './card/cards.ts'
import { createCard } from './card/command.ts'
import { createShop, createShopPages } from './card/shop.ts'
import { createChanges } from './changes/command.ts'
import { createCharge, createCharger } from './charge/command.ts'
import { createConvert } from './convert/command.ts'
import { createConverter } from './convert/converter.ts'
import { createFollow, createUnfollow } from './follow/command.ts'
import { createLeast } from './follow/dialog.ts'
import { createFreeText, createReadElsewhere } from './free-text/free-text.ts'
import { createGap, createGapReader } from './gap/command.ts'
import { createHistory } from './history/command.ts'
import { createPictureStore, createPictures, createRenderQueue, type FileStore } from './history/pictures.ts'
import { createInline } from './inline/inline.ts'
import { createPin } from './live/command.ts'
import { createMembership } from './membership/command.ts'
import { createRate } from './rate/command.ts'
import { createMore } from './rate/more.ts'
import { createSettings } from './settings/command.ts'
import { createCancel, createHelp, createStart, createStop } from './start/command.ts'
import { createOfferComparer, createWorth } from './worth/command.ts'

export interface RouterOptions {
  readonly prices: Prices
  readonly chats: Pick<
    Chats,
    'read' | 'readRecord' | 'follows' | 'alerts' | 'settings' | 'live' | 'cards' | 'channels' | 'presence'
  >
  readonly client: Pick<RatesClient, 'history' | 'changes'>
  readonly groups: Pick<Groups, 'admit'>
  /** The monitors of the usual gap; those of the first two pages, if not given. */
  readonly gapMonitors?: GapNames | undefined
  /** Stores the sessions of chats, and the `file_id` of sent charts. */
  readonly redis: SessionStore & FileStore
  readonly defaultLanguage: Language
  readonly clock: Clock
  /** How long an answer stands in a channel whose administrator never wrote to us (ms); half a minute, if not given. */
  readonly channelAnswersMs?: number | undefined
  /** Aborted once we stop. */
  readonly stopping: AbortSignal
  readonly log: Log
  /** Without it there are no commands for operators. */
  readonly operatorFeatures?: ((access: Access) => readonly Feature[]) | undefined
}

/** Mounts every feature of the bot. An update passes the features in the order of the list at the end. */
export function createRouter(options: RouterOptions) {
  const { prices, chats, client, groups, gapMonitors, redis, defaultLanguage, clock, stopping, log } = options
  const admit = createCommandLimit(clock)
  const readChatOf = (chat: string) => readChat(chats, chat, log)
  const findPoster = createFindPoster(clock, log)
  const sessions = createSessions(redis, clock, log)
  const channelAnswers = createChannelAnswers({
    findPoster,
    sessions,
    shownMs: options.channelAnswersMs,
    stopping,
    log,
  })
  const access = createAccess({
    administrators: createAdministrators(clock, log),
    admit: createChatCommandLimit(admit, groups),
    monitors: () => prices.all().map(({ quote }) => quote.monitor),
  })

  const reader = createPastReader(client, clock, log)
  const past = pastDays(reader)
  const pictures = createPictures(createRenderQueue(), createPictureStore(redis, log))
  const cards = createCards(past, gapMonitors)
  const pages = createShopPages(prices, chats, cards)
  const convert = createConverter(prices, past)
  const charge = createCharger(prices, gapMonitors)
  const readElsewhere = createReadElsewhere(prices, clock)
  const compareOffer = createOfferComparer(prices, gapMonitors)
  const gapReader = createGapReader(prices, past, gapMonitors)
  const answers = {
    rates: createRate(access, prices, gapMonitors),
    conversions: createConvert(access, prices, convert),
    charging: createCharge(access, prices, charge),
    worth: createWorth(access, prices, compareOffer),
    gap: createGap(access, prices, gapReader),
    history: createHistory(access, { prices, past: reader, pictures, gapNames: gapMonitors }),
    changes: createChanges(access, prices, reader),
    card: createCard(access, { prices, cards, pictures, chats, pages, sessions }),
    help: createHelp(access, prices),
    follow: createFollow(access, prices, chats),
    unfollow: createUnfollow(access, prices, chats, sessions),
    alerts: createAlerts(access, { prices, chats, gapNames: gapMonitors }),
    settings: createSettings(access, prices, chats, sessions),
    stop: createStop(access, prices, chats),
  }
  const { rates, conversions, charging, worth, gap, history, changes, card } = answers
  const { help, follow, unfollow, alerts, settings, stop } = answers
  answerPresser(settings.feature, sessions)

  const shown = [
    ...[rates, conversions, charging, worth, gap, history, changes, card].map(({ feature }) => feature),
    createMore(access, prices, gapMonitors),
  ]
  /** Features that show something and change nothing. */
  const lookUps = [
    ...shown,
    createStart(access, { prices, chats, gapNames: gapMonitors, shown }),
    help.feature,
  ]
  /** Features that change what we keep of a chat, and those that begin or end dialogs. */
  const chatFeatures = [
    follow.feature,
    unfollow.feature,
    createLeast(access, { prices, chats, sessions, list: follow.list }),
    alerts.feature,
    createPin(access, prices, chats),
    settings.feature,
    createShop(access, chats, pages, sessions),
    stop.feature,
    createCancel(access),
    ...(options.operatorFeatures?.(access) ?? []),
  ]
  const features = [...lookUps, ...chatFeatures]

  const router = new Composer<BotContext>(
    addFlavor({
      readChat: readChatOf,
      answerPrivately: channelAnswers.answer,
      defaultLanguage,
      clock,
    }),
    keepAsked(sessions),
    ...lookUps,
    // Look-ups come before the dialogs, as they neither begin nor end one.
    createDialogs({
      features: chatFeatures,
      access,
      findPoster,
      sessions,
      readElsewhere,
      stopping,
      log,
    }),
    ...chatFeatures,
    createFreeText({ access, prices, answers, sessions }),
    createUnknownButton(access),
    createInline({
      prices,
      past,
      convert,
      charge,
      compareOffer,
      gap: gapReader,
      readChatOf,
      admit,
      defaultLanguage,
      clock,
    }),
    createMembership({
      chats,
      sessions,
      channelAnswers,
      observedQuotes: prices.all,
      defaultLanguage,
      clock,
      log,
    }),
  )

  return { router, features, cards, pictures }
}

/** Answers buttons that no feature has. */
function createUnknownButton(access: Access): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.on('callback_query:data', async (ctx) => {
    if (await access.mayUse(ctx, EVERYONE)) await refuse(ctx, ctx.words.oldButton)
  })
  return composer
}

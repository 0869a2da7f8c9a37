import { Composer } from 'grammy'
import type { RatesClient } from '../api/client.ts'
import { createAdministrators, createFindPoster } from '../bot/administrators.ts'
import { answerPresser, createChannelAnswers } from '../bot/channel-answers.ts'
import { addFlavor, type BotContext, createChatReader } from '../bot/context.ts'
import { createDialogs } from '../bot/dialogs/dialogs.ts'
import {
  type Access,
  createAccess,
  createChatCommandLimit,
  createCommandLimit,
  type Feature,
  type FeatureParts,
} from '../bot/feature.ts'
import { createSessions, keepAsked, type SessionStore } from '../bot/session.ts'
import { unitNamed } from '../language/follow-up.ts'
import { createPastReader } from '../prices/past.ts'
import type { Groups } from '../queue/groups.ts'
import { code } from '../words/text.ts'
import { createAbout } from './about/command.ts'
import { createAlerts } from './alerts/command.ts'
import { createCards } from './card/cards.ts'
import { createCard } from './card/command.ts'
import { createShop, createShopPages } from './card/shop.ts'
import { createChanges } from './changes/command.ts'
import { createCharge } from './charge/command.ts'
import { chargeRefusal } from './charge/text.ts'
import { createConvert } from './convert/command.ts'
import { conversionRefusal } from './convert/text.ts'
import { createFollow, createUnfollow } from './follow/command.ts'
import { createLeast } from './follow/dialog.ts'
import { type Answers, createFreeText, createReadElsewhere } from './free-text/free-text.ts'
import { createGap } from './gap/command.ts'
import { createHistory } from './history/command.ts'
import { createPictures, createRenderQueue } from './history/pictures.ts'
import { createInline } from './inline/inline.ts'
import { createPin } from './live/command.ts'
import { createMembership } from './membership/command.ts'
import { createRate } from './rate/command.ts'
import { createMore } from './rate/more.ts'
import { createOutlook } from './rate/outlook.ts'
import { createSettings } from './settings/command.ts'
import { createShare } from './share/command.ts'
import { createCancel, createHelp, createStart, createStop } from './start/command.ts'
import { createWorth } from './worth/command.ts'

export interface RouterOptions extends Omit<FeatureParts, 'access' | 'past' | 'sessions'> {
  readonly client: Pick<RatesClient, 'history' | 'changes'>
  readonly groups: Pick<Groups, 'admit'>
  /** Stores the sessions of chats. */
  readonly redis: SessionStore
  /** How long an answer stands in a channel whose administrator never wrote to us (ms); half a minute, if not given. */
  readonly channelAnswersMs?: number | undefined
  /** Aborted once we stop. */
  readonly stopping: AbortSignal
  /** Without it there are no commands for operators. */
  readonly operatorFeatures?: ((access: Access) => readonly Feature[]) | undefined
}

/** Rates of days that one text is answered with, a message each: a group gets only 20 messages a minute. */
const RATES_OF_DAYS_MAX = 6

/** Mounts every feature of the bot. An update passes the features in the order of the list at the end. */
export function createRouter(options: RouterOptions) {
  const { prices, chats, client, groups, redis, defaultLanguage, clock, stopping, log } = options
  const admit = createCommandLimit(clock)
  const readChat = createChatReader(chats, log)
  const findPoster = createFindPoster(clock, log)
  const sessions = createSessions(redis, clock, log)
  const shownMs = options.channelAnswersMs
  const channelAnswers = createChannelAnswers({ findPoster, sessions, shownMs, stopping, log })
  const access = createAccess({
    administrators: createAdministrators(clock, log),
    admit: createChatCommandLimit(admit, groups),
    monitors: () => prices.all().map(({ quote }) => quote.monitor),
  })

  const past = createPastReader(client, clock, log)
  const parts = { access, prices, past, chats, sessions, defaultLanguage, clock, log }
  const pictures = createPictures(createRenderQueue())
  const cards = createCards(prices, past)
  const pages = createShopPages(parts, cards)
  const rates = createRate(parts)
  const outlook = createOutlook(parts)
  const conversions = createConvert(parts)
  const charging = createCharge(parts)
  const worth = createWorth(parts)
  const gap = createGap(parts)
  const history = createHistory(parts, pictures)
  const changes = createChanges(parts)
  const card = createCard(parts, { cards, pictures, pages })
  const help = createHelp(parts)
  const follow = createFollow(parts)
  const unfollow = createUnfollow(parts)
  const alerts = createAlerts(parts)
  const settings = createSettings(parts)
  answerPresser(settings.feature, sessions)
  const stop = createStop(parts)
  const lookUpAnswers = {
    rate: async (ctx, { names, day, otherDays = [], isOpening }) => {
      if (day === undefined) return rates.answerNames(ctx, names, isOpening)
      const asked = [day, ...otherDays].flatMap((date) => names.map((name) => ({ date, name })))
      for (const { date, name } of asked.slice(0, RATES_OF_DAYS_MAX))
        await conversions.answerConversion(ctx, { amount: '1', from: unitNamed(name), at: [], date })
      if (asked.length > RATES_OF_DAYS_MAX) await ctx.replyOrEdit(ctx.words.onlyFirst(RATES_OF_DAYS_MAX))
    },
    zelle: rates.answerZelle,
    convert: (ctx, { conversion, missing }) =>
      conversion ? conversions.answerConversion(ctx, conversion, missing) : conversions.answerText(ctx, ''),
    own_rate: conversions.answerOwnRate,
    each: conversions.answerEach,
    amount: (ctx, { amount }) => conversions.answerAmount(ctx, amount),
    refused: ({ words, replyOrEdit }, { reason, word }) =>
      replyOrEdit(conversionRefusal(words, reason, word)),
    worth: worth.answer,
    deal: worth.ask,
    charge: (ctx, { charge: bill, isAdded }) =>
      bill ? charging.answer(ctx, bill, { isAdded }) : charging.answerText(ctx, ''),
    bad_charge: ({ words, replyOrEdit }, { reason }) => replyOrEdit(chargeRefusal(words, reason)),
    gap: (ctx, { names }) => gap.answer(ctx, names),
    history: (ctx, request) => history.answer(ctx, request.history, true),
    trend: (ctx, { names }) => outlook.answerTrend(ctx, names),
    published: async (ctx, { name }) => {
      if (!(await outlook.answerPublished(ctx, name)))
        await rates.answerNames(ctx, name === undefined ? [] : [name])
    },
    changes: (ctx, request) => changes.answer(ctx, request.changes),
    image: (ctx, { text }) => card.answer(ctx, text),
    shop: (ctx, { line }) => card.answerShop(ctx, line),
    help: (ctx) => help.answer(ctx),
    thanks: ({ words, replyOrEdit }) => replyOrEdit(words.youAreWelcome),
    about: createAbout(parts).answer,
    small_talk: ({ words, replyOrEdit }) => replyOrEdit(words.smallTalk(code('20$'), code('bcv'))),
  } satisfies Partial<Answers>
  /** What changes the chat, and so is for administrators in a group. */
  const changingAnswers = {
    alert: (ctx, { alert }) => alerts.make(ctx, alert),
    alerts: (ctx) => alerts.listOrOffer(ctx),
    alert_on: (ctx, { name }) => alerts.askKind(ctx, name),
    alert_change: (ctx, { change }) => alerts.change(ctx, change),
    bad_alert: (ctx, { reason, word }) => alerts.refuse(ctx, reason, word),
    follow: (ctx, { name = '' }) => follow.answer(ctx, name),
    followed: (ctx) => follow.list(ctx),
    unfollow: async (ctx, { name = '' }) => {
      if (!(await alerts.removeOf(ctx, name))) await unfollow.answer(ctx, name)
    },
    digest: (ctx, { schedule, name }) =>
      name === undefined || follow.isInDigest(ctx, name)
        ? settings.setDigest(ctx, schedule)
        : follow.answer(ctx, name, schedule),
    digest_change: (ctx, { change }) => settings.changeDigest(ctx, change),
    mute: (ctx, { until }) => settings.mute(ctx, until),
    my_rate: (ctx, { price }) => settings.setOwnRate(ctx, price),
    no_digest: (ctx) => settings.setDigest(ctx, undefined),
    quiet: (ctx, { hours }) => settings.setQuiet(ctx, hours),
    settings: (ctx, { page }) => settings.open(ctx, page),
    stop: (ctx) => stop.answer(ctx),
    resume: (ctx) => stop.resume(ctx),
  } satisfies Partial<Answers>
  const changing = new Set(Object.keys(changingAnswers) as (keyof Answers)[])
  const readElsewhere = createReadElsewhere(parts, changing)

  const shown = [
    ...[rates, conversions, charging, worth, gap, history, changes, card].map(({ feature }) => feature),
    createMore(parts),
    createShare(parts),
  ]
  /** Features that show something and change nothing. */
  const lookUps = [...shown, createStart(parts, shown), help.feature]
  /** Features that change what we keep of a chat, and those that begin or end dialogs. */
  const chatFeatures = [
    follow.feature,
    unfollow.feature,
    createLeast(parts, follow.list),
    alerts.feature,
    createPin(parts),
    settings.feature,
    createShop(parts, pages),
    stop.feature,
    createCancel(parts),
    ...(options.operatorFeatures?.(access) ?? []),
  ]
  const features = [...lookUps, ...chatFeatures]

  const router = new Composer<BotContext>(
    addFlavor({ readChat, answerPrivately: channelAnswers.answer, defaultLanguage, clock }),
    keepAsked(sessions),
    ...lookUps,
    // Look-ups come before the dialogs, as they neither begin nor end one.
    createDialogs({ features: chatFeatures, access, findPoster, sessions, readElsewhere, stopping, log }),
    ...chatFeatures,
    createFreeText(parts, {
      answers: { ...lookUpAnswers, ...changingAnswers },
      changing,
      answerName: rates.answerName,
      answerSums: conversions.answerSums,
    }),
    createInline(parts, { readChat, admit }),
    createMembership(parts, channelAnswers),
  )

  return { router, features, cards, pictures }
}

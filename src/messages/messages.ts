import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import { SECOND_MS } from '../rates/durations.ts'
import type { Quote } from '../rates/monitor.ts'
import { NUMBERS_IN, type NumberStyle } from '../rates/number-format.ts'
import { alertMessages } from './alerts/alerts.ts'
import {
  type PushedPrices,
  type TriggeredView,
  triggeredAlert,
  triggeredNotices,
} from './alerts/triggered.ts'
import { cardMessages } from './card.ts'
import { chargeMessages } from './charge.ts'
import { bareNumber, given, ungrouped } from './conversion/amounts.ts'
import { conversionMessage } from './conversion/conversion.ts'
import {
  type ConversionRefusal,
  conversionQuestion,
  conversionRefusal,
  moneyQuestion,
} from './conversion/questions.ts'
import type { ConversionView } from './conversion/rows.ts'
import { type Also, type FollowView, followAnswer, followed } from './follow.ts'
import { inSentence, type Money, type Titled } from './format/quote.ts'
import { escapeHtml } from './format/text.ts'
import { help, unknownMonitor, welcome } from './help.ts'
import { conversionResult, gapResult, type Listed, overviewResult, rateResult } from './inline.ts'
import { operatorMessages } from './operator.ts'
import {
  type ChangesOfAllView,
  type ChangesRefusal,
  type ChangesView,
  changesMessage,
  changesNotYet,
  changesOfAll,
  changesRefusal,
  openedLine,
} from './prices/changes.ts'
import { type GapView, gapMessage, gapNeedsTwo } from './prices/gap.ts'
import {
  comparedTitle,
  type GapHistoryView,
  gapCaption,
  type HistoryRefusal,
  type HistorySpan,
  type HistoryView,
  historyCaption,
  historyRefusal,
  noHistory,
  noHistoryNotice,
} from './prices/history.ts'
import { digestMessage, type Moves, movesMessage } from './prices/moves.ts'
import {
  type MainRatesView,
  mainRates,
  type OverviewView,
  overview,
  pinnedOverview,
} from './prices/overview.ts'
import { type RateView, rateCard, shareText, sourcesAlert } from './prices/price.ts'
import { settingsMessages } from './settings.ts'
import { LANGUAGES, type Language, menuOf, PHRASES, type Words } from './words/words.ts'
import { worthMessages } from './worth.ts'

/** Everything the bot says: values in, HTML for `parse_mode: 'HTML'` out, at most 4,096 characters. */
function createMessages(words: Words) {
  return {
    // Texts that nothing from outside is put into are said as they are; below stand those that are composed and escaped.
    ...words,
    menu: menuOf(words),
    numbers: words.numbers.style,

    welcome: (view: MainRatesView): string => welcome(words, view),
    help: (example: Quote | undefined): string => help(words, example),
    rate: (view: RateView): string => rateCard(words, view),
    opened: (quote: Quote, now: number): string => openedLine(words, quote, now),
    /** A price to be passed on, as plain text of at most 256 characters. */
    shareText: (quote: Quote, now: number): string => shareText(words, quote, now),
    /** The names of what a price was made of, as plain text of at most 200 characters. */
    sources: (quote: Quote): string => sourcesAlert(words, quote),
    overview: (view: OverviewView): string => overview(words, view),
    /** The rates that matter most. */
    mainRates: (view: MainRatesView): string => mainRates(words, view),
    /** A push: one or several followed monitors moved. */
    moves: (moves: Moves): string => movesMessage(words, moves),
    /** The daily digest. */
    digest: (moves: Moves): string => digestMessage(words, moves),
    /** A push: an alert was triggered. */
    triggered: (view: TriggeredView, isToldBelow?: boolean): string =>
      triggeredAlert(words, view, isToldBelow),
    /** Stands below all triggered alerts of a push. */
    triggeredNotices: (view: PushedPrices): string => triggeredNotices(words, view),

    alerts: alertMessages(words),
    charge: chargeMessages(words),
    worth: worthMessages(words),
    card: cardMessages(words),
    settings: settingsMessages(words),

    conversion: (view: ConversionView): string => conversionMessage(words, view),
    conversionRefusal: (reason: ConversionRefusal, word?: string): string =>
      conversionRefusal(words, reason, word),
    conversionQuestion: (): string => conversionQuestion(words),
    moneyQuestion: (amount: Decimal): string => moneyQuestion(words, amount),
    noPriceThen: (day: Day): string => words.conversion.noPriceThen(words.conversion.day(day)),
    /** Said above the answer for today, where a day to come was asked for. */
    notComeYet: words.conversion.notComeYet,
    /** Said above a conversion, where it was asked into a money without a price. */
    noMoney: (name: string): string => words.conversion.noMoney(escapeHtml(name)),
    /** The caption of a chart, at most 1,024 characters. */
    history: (view: HistoryView): string => historyCaption(words, view),
    gapHistory: (view: GapHistoryView): string => gapCaption(words, view),
    noHistory: (subjects: readonly Titled[], span: HistorySpan): string => noHistory(words, subjects, span),
    historyRefusal: (reason: HistoryRefusal, word?: string): string => historyRefusal(words, reason, word),
    /** What charts say in a few words, plain text. */
    historyNotice: {
      none: (span: HistorySpan): string => noHistoryNotice(words, span),
      silent: words.history.silent,
      busy: words.history.busy,
    },
    whichChart: words.history.whichChart,
    /** What a picture says beside its figures, plain text. */
    chartTitle: {
      gap: words.history.gap,
      compared: (quotes: readonly Titled[]): string => comparedTitle(words, quotes),
    },
    changes: (view: ChangesView): string => changesMessage(words, view),
    changesOfAll: (view: ChangesOfAllView): string => changesOfAll(words, view),
    changesRefusal: (reason: ChangesRefusal, word?: string): string => changesRefusal(words, reason, word),
    changesNotYet: (day: Day): string => changesNotYet(words, day),
    changesSilent: words.changes.silent,
    whichChanges: words.changes.whichChanges,
    /** Captions of the buttons under charts and changes, plain text. */
    pastButton: {
      chart: words.history.chart,
      gap: words.history.gapChart,
      changes: words.history.changes,
      others: words.history.others,
      range: words.history.shortRange,
      day: words.changes.nearDay,
    },
    /** Captions of the buttons under pushes, plain text. */
    pushButton: { ...words.pushButton, chart: words.history.chart },
    /** The pinned message that is kept up to date. */
    live: (view: OverviewView): string => pinnedOverview(words, view),
    liveWords: words.live,
    operator: operatorMessages(words),
    gap: (view: GapView): string => gapMessage(words, view),
    gapNeedsTwo: gapNeedsTwo(words),
    noGapPair: words.gap.noPair,
    /** Inline mode: how results stand in their list, plain text. */
    rateResult: (quote: Quote, now: number): Listed => rateResult(words, quote, now),
    overviewResult: (count: number): Listed => overviewResult(words, count),
    conversionResult: (view: ConversionView): Listed => conversionResult(words, view),
    gapResult: (view: GapView): Listed => gapResult(words, view),
    inlineHint: words.inline.hint,
    inlineTitle: words.inline.allRates,
    /** Captions of the buttons under a conversion, plain text. */
    conversionButton: {
      copy: (value: Decimal): string => words.conversion.copy(words.numbers.price(value)),
      /** What the copy button copies. */
      bare: (value: Decimal): string => bareNumber(words.numbers, value),
      given: (money: Money, value: Decimal): string => given(words.numbers, money, value),
      itWas: (amount: Decimal): string => words.conversion.itWas(ungrouped(words.numbers, amount)),
      compare: words.conversion.compare,
    },

    followed: (view: FollowView): string => followed(words, view),
    alreadyFollowing: (subject: Titled, others: readonly Titled[] = [], also: Also = []): string =>
      followAnswer(words, words.alreadyFollowing(inSentence(words, subject)), subject, { others, also }),
    unfollowed: (subject: Titled, others: readonly Titled[] = [], also: Also = []): string =>
      followAnswer(words, words.unfollowed(inSentence(words, subject)), subject, { others, also }),
    notFollowing: (subject: Titled, also: Also = []): string =>
      followAnswer(words, words.notFollowing(inSentence(words, subject)), subject, { also }),
    alertsStay: (count: number): string => words.alertsStay(count),
    unknownMonitor: (asked: string, near: boolean): string => unknownMonitor(words, asked, near),

    /** Says for how long to wait (ms). */
    tooManyCommands: (waitMs: number): string =>
      words.tooManyCommands(Math.max(1, Math.ceil(waitMs / SECOND_MS))),
    talkHint: words.talkHint('<code>100 usd</code>', '<code>usd</code>'),
    smallTalk: words.smallTalk('<code>20$</code>', '<code>bcv</code>'),
  }
}

export type Messages = ReturnType<typeof createMessages>

const inStyles = (language: Language): Readonly<Record<NumberStyle, Messages>> => ({
  'es-VE': createMessages({ ...PHRASES[language], numbers: NUMBERS_IN['es-VE'] }),
  'en-US': createMessages({ ...PHRASES[language], numbers: NUMBERS_IN['en-US'] }),
})
const MESSAGES = new Map(LANGUAGES.map((language) => [language, inStyles(language)]))

/** How figures are written in a language, where a chat chose nothing else. */
const USUAL_NUMBERS: Readonly<Record<Language, NumberStyle>> = { es: 'es-VE', en: 'en-US' }

/** The messages in a language, with figures in a style. */
export const messagesIn = (language: Language, numbers: NumberStyle = USUAL_NUMBERS[language]): Messages =>
  (MESSAGES.get(language) as Readonly<Record<NumberStyle, Messages>>)[numbers]

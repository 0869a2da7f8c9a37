import { InlineKeyboard } from 'grammy'
import {
  fingerprintOfText,
  LISTED_MAX,
  listedButtons,
  monitorButtons,
  replyNotFound,
} from '../../bot/buttons.ts'
import { type BotContext, preferredBy } from '../../bot/context.ts'
import { type Access, EVERYONE, Feature } from '../../bot/feature.ts'
import { addDays, type Day, dayOf, parseDay } from '../../domain/caracas.ts'
import { HELD_DAYS_MAX } from '../../domain/in-force.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { parseChanges } from '../../language/rate.ts'
import type { ChangesRequest } from '../../language/request.ts'
import { lookUp, newest, newestOfAll } from '../../prices/look-up.ts'
import { type PastReader, withNewestUpdate } from '../../prices/past.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
import type { Words } from '../../words/words.ts'
import { changesMessage, changesNotYet, changesOfAll, changesRefusal, type DayOfMonitor } from './text.ts'

/** The day that is shown, today, and the last day that has a price. `fingerprint` is that of the text shown. */
interface ShownDay {
  readonly day: Day
  readonly today: Day
  readonly last: Day
  readonly fingerprint: string
}

/** Buttons under the changes of a day: the day before, the day after if it has a price, and below them refresh while the day is not over. */
function dayKeyboard(
  { button, changes }: Words,
  monitor: MonitorId | undefined,
  { day, today, last, fingerprint }: ShownDay,
): InlineKeyboard {
  const before = day > today ? today : addDays(day, -1)
  const after = day < today ? addDays(day, 1) : last
  const keyboard = new InlineKeyboard().text(
    `‹ ${changes.nearDay(before)}`,
    formatButtonData('changes', monitor, before),
  )
  if (after > day) keyboard.text(`${changes.nearDay(after)} ›`, formatButtonData('changes', monitor, after))
  keyboard.row()
  return day < today
    ? keyboard
    : keyboard.text(button.refresh, formatButtonData('changes', monitor, `${day},${fingerprint}`))
}

const TOGETHER_MAX = 10

/** `/changes usd 20-11-2026`: the changes of a day, of one monitor or of all that the chat follows. */
export function createChanges(access: Access, prices: Prices, past: PastReader) {
  async function answer(ctx: BotContext, { name, day }: ChangesRequest): Promise<void> {
    const today = dayOf(ctx.now)
    if (name !== undefined) return showNamed(ctx, name, day ?? today)
    if (day !== undefined && day > today) return ctx.replyOrEdit(changesNotYet(ctx.words, day))
    const chosen = chosenBy(ctx)
    await (chosen.length > 0 ? show(ctx, chosen, day ?? today) : offer(ctx, day))
  }

  /** The monitors that the chat follows, else the first one that it prefers. */
  function chosenBy({ chatState }: BotContext): readonly ObservedQuote[] {
    const followed = chatState?.follows ?? []
    const ids = followed.length > 0 ? followed : preferredBy(chatState).slice(0, 1)
    return prices.all().filter(({ quote }) => ids.some((id) => isSameMonitor(id, quote.monitor)))
  }

  async function showNamed(ctx: BotContext, name: string, day: Day): Promise<void> {
    const found = await lookUp(prices, name, preferredBy(ctx.chatState))
    if (found.kind === 'one') {
      if (day > lastDayOf(found.observed, ctx.now)) return ctx.replyOrEdit(changesNotYet(ctx.words, day))
      return void (await showOne(ctx, found.observed, { day, others: found.others }))
    }
    await replyNotFound(ctx, prices, name, { near: found.near, action: 'changes', argument: day })
  }

  async function offer(ctx: BotContext, day: Day | undefined): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    const question = quotes.length > 0 ? ctx.words.changes.whichChanges : ctx.words.noPrices
    await ctx.replyOrEdit(
      question,
      listedButtons(ctx.words, { action: 'changes', argument: day ?? '', buttonsMax: LISTED_MAX }, quotes),
    )
  }

  const show = async (ctx: BotContext, observedQuotes: readonly ObservedQuote[], day: Day, seen = '') => {
    const [only] = observedQuotes
    if (only && observedQuotes.length === 1) return showOne(ctx, only, { day, seen })
    return showSeveral(ctx, observedQuotes.slice(0, TOGETHER_MAX), day, seen)
  }

  async function readDay(shown: ObservedQuote, day: Day): Promise<DayOfMonitor | undefined> {
    const { monitor } = shown.quote
    const observed = prices.latest(monitor) ?? shown
    const { quote } = observed
    const isOfDay = dayOf(quote.lastUpdate) === day
    const [updates, days] = await Promise.all([
      past.updates(monitor, day, isOfDay ? quote : undefined),
      past.days(monitor, addDays(day, -HELD_DAYS_MAX), day),
    ])
    if (!updates || !days) return undefined
    const before = days.items.findLast((one) => one.day < day)?.price
    const whole = days.items.find((one) => one.day === day)
    return {
      quote,
      updates: isOfDay ? withNewestUpdate(updates, prices.latest(monitor) ?? observed) : updates.items,
      ...(before !== undefined && { before }),
      ...(whole && { whole }),
    }
  }

  async function showOne(
    ctx: BotContext,
    observed: ObservedQuote,
    { day, others = [], seen = '' }: ShowOptions,
  ) {
    const { words, now } = ctx
    const { monitor } = observed.quote
    const read = await readDay(observed, day)
    const rest: Titled[] = others.map(({ quote }) => quote)
    const text = read ? changesMessage(words, { ...read, day, others: rest, now }) : words.changes.silent
    const fingerprint = fingerprintOfText(text)
    const days = { day, today: dayOf(now), last: lastDayOf(observed, now) }
    const keyboard = dayKeyboard(words, monitor, { ...days, fingerprint }).text(
      words.history.chart,
      formatButtonData('chart', monitor),
    )
    await ctx.replyOrEdit(
      text,
      rest.length > 0 ? keyboard.append(monitorButtons('changes', rest.slice(0, OTHERS_MAX), day)) : keyboard,
    )
    return seen === fingerprint ? words.nothingNew : undefined
  }

  async function showSeveral(
    ctx: BotContext,
    observedQuotes: readonly ObservedQuote[],
    day: Day,
    seen: string,
  ) {
    const { words, now } = ctx
    const days = await Promise.all(observedQuotes.map((observed) => readDay(observed, day)))
    const monitors = days.filter((one) => one !== undefined)
    const isWhole = monitors.length === observedQuotes.length
    const text = isWhole ? changesOfAll(words, { day, monitors, now }) : words.changes.silent
    const fingerprint = fingerprintOfText(text)
    const today = dayOf(now)
    const keyboard = dayKeyboard(words, undefined, { day, today, last: today, fingerprint })
    const quotes = observedQuotes.map(({ quote }) => quote)
    await ctx.replyOrEdit(
      text,
      keyboard.row().append(monitorButtons('changes', quotes.slice(0, OTHERS_MAX), day)),
    )
    return seen === fingerprint ? words.nothingNew : undefined
  }

  async function answerButton(ctx: BotContext, monitor: MonitorId | undefined, argument: string) {
    const [dayText = '', seen = ''] = argument.split(',')
    const today = dayOf(ctx.now)
    const day = dayText === '' ? today : parseDay(dayText)
    if (day === undefined) return ctx.words.oldButton
    if (!monitor) {
      const chosen = day > today ? [] : chosenBy(ctx)
      return chosen.length > 0 ? show(ctx, chosen, day, seen) : void (await offer(ctx, day))
    }
    const observed = await newest(prices, monitor)
    return observed ? showOne(ctx, observed, { day, seen }) : ctx.words.oldButton
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('changes', async (ctx) => {
    const read = parseChanges(ctx.match, dayOf(ctx.now), prices)
    await (read.kind === 'changes'
      ? answer(ctx, read.request)
      : ctx.replyOrEdit(changesRefusal(ctx.words, read.reason, read.word)))
  })
  feature.button('changes', answerButton)
  return { feature, answer }
}

const OTHERS_MAX = 2

/** The last day that has a price, which may be a day to come. */
function lastDayOf({ quote }: ObservedQuote, now: number): Day {
  const [today, effective] = [dayOf(now), dayOf(quote.lastUpdate)]
  return effective > today ? effective : today
}

interface ShowOptions {
  readonly day: Day
  readonly others?: readonly ObservedQuote[]
  /** The fingerprint of the text that the presser sees. */
  readonly seen?: string
}

import type { InlineKeyboard } from 'grammy'
import {
  act,
  findOrSay,
  fingerprintOfText,
  keyboardOf,
  listedButtons,
  monitorButtons,
} from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { type ButtonHandler, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { addDays, type Day, dayOf } from '../../domain/caracas.ts'
import { HELD_DAYS_MAX } from '../../domain/in-force.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { parseChanges } from '../../language/rate.ts'
import type { ChangesRequest } from '../../language/request.ts'
import { withNewestUpdate } from '../../prices/past.ts'
import { newest, newestOfAll, type ObservedQuote } from '../../prices/prices.ts'
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
  { button, history, nearWeekday }: Words,
  monitor: MonitorId | undefined,
  { day, today, last, fingerprint }: ShownDay,
): InlineKeyboard {
  const before = day > today ? today : addDays(day, -1)
  const after = day < today ? addDays(day, 1) : last
  const dayButton = (caption: string, of: Day, seen?: string) =>
    act(caption, 'changes', monitor, { day: of, seen })
  return keyboardOf(
    [
      dayButton(`‹ ${nearWeekday(before)}`, before),
      after > day && dayButton(`${nearWeekday(after)} ›`, after),
    ],
    [
      day >= today && dayButton(button.refresh, day, fingerprint),
      monitor && act(history.chart, 'chart', monitor),
    ],
  )
}

const TOGETHER_MAX = 10

/** `/changes usd 20-11-2026`: the changes of a day, of one monitor or of all that the chat follows. */
export function createChanges({ access, prices, past }: FeatureParts) {
  async function answer(ctx: BotContext, { name, day }: ChangesRequest): Promise<void> {
    const today = dayOf(ctx.now)
    if (name !== undefined) return showNamed(ctx, name, day ?? today)
    if (day !== undefined && day > today) return ctx.replyOrEdit(changesNotYet(ctx.words, day))
    const chosen = chosenBy(ctx)
    await (chosen.length > 0 ? show(ctx, chosen, { day: day ?? today }) : offer(ctx, day))
  }

  /** The monitors that the chat follows, else the first one that it prefers. */
  function chosenBy({ chatState, preferred }: BotContext): readonly ObservedQuote[] {
    const followed = chatState?.follows ?? []
    const ids = followed.length > 0 ? followed : preferred.slice(0, 1)
    return prices.all().filter(({ quote }) => ids.some((id) => isSameMonitor(id, quote.monitor)))
  }

  async function showNamed(ctx: BotContext, name: string, day: Day): Promise<void> {
    const found = await findOrSay(ctx, prices, name, { action: 'changes', fields: { day } })
    if (!found) return
    if (day > lastDayOf(found.observed, ctx.now)) return ctx.replyOrEdit(changesNotYet(ctx.words, day))
    await show(ctx, [found.observed], { day, others: found.others })
  }

  async function offer(ctx: BotContext, day: Day | undefined): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    const question = quotes.length > 0 ? ctx.words.changes.whichChanges : ctx.words.noPrices
    await ctx.replyOrEdit(question, listedButtons(ctx.words, { action: 'changes', fields: { day } }, quotes))
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

  /** Shows the day of one monitor, or of several in one message. */
  async function show(
    ctx: BotContext,
    shown: readonly ObservedQuote[],
    { day, others = [], seen = '' }: ShowOptions,
  ): Promise<string | undefined> {
    const { words, now } = ctx
    const observedQuotes = shown.slice(0, TOGETHER_MAX)
    const [only] = observedQuotes.length === 1 ? observedQuotes : []
    const text = await textOf(ctx, observedQuotes, { day, others })
    const fingerprint = fingerprintOfText(text)
    const today = dayOf(now)
    const last = only ? lastDayOf(only, now) : today
    const keyboard = dayKeyboard(words, only?.quote.monitor, { day, today, last, fingerprint })
    const beside = (only ? others : observedQuotes).map(({ quote }) => quote).slice(0, OTHERS_MAX)
    await ctx.replyOrEdit(text, keyboardOf(keyboard, monitorButtons('changes', beside, { day })))
    return seen === fingerprint ? words.nothingNew : undefined
  }

  async function textOf(
    { words, now }: BotContext,
    observedQuotes: readonly ObservedQuote[],
    { day, others = [] }: ShowOptions,
  ): Promise<string> {
    const days = await Promise.all(observedQuotes.map((observed) => readDay(observed, day)))
    const monitors = days.flatMap((one) => one ?? [])
    const [first, ...more] = monitors
    if (!first || monitors.length < days.length) return words.changes.silent
    return more.length > 0
      ? changesOfAll(words, { day, monitors, now })
      : changesMessage(words, { ...first, day, others: others.map(({ quote }) => quote), now })
  }

  const answerButton: ButtonHandler<'changes'> = async (ctx, monitor, fields) => {
    const today = dayOf(ctx.now)
    const { day = today, seen = '' } = fields
    if (!monitor) {
      const chosen = day > today ? [] : chosenBy(ctx)
      return chosen.length > 0 ? show(ctx, chosen, { day, seen }) : void (await offer(ctx, day))
    }
    const observed = await newest(prices, monitor)
    return observed ? show(ctx, [observed], { day, seen }) : ctx.words.oldButton
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

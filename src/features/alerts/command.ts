import { findOrSay, showKept } from '../../bot/buttons.ts'
import { type BotContext, follows } from '../../bot/context.ts'
import { DialogFeature } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, type FeatureParts } from '../../bot/feature.ts'
import { type Alert, hasKnownKind, priceSignal } from '../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../chats/alerts.ts'
import { dayOf } from '../../domain/caracas.ts'
import { compare, type Decimal } from '../../domain/decimal.ts'
import { monitorName } from '../../domain/monitor.ts'
import { parseAlert, type ReadAlert } from '../../language/alert.ts'
import type { AlertChange, AlertFault } from '../../language/request.ts'
import { officialPrice } from '../../prices/benchmarks.ts'
import { lookUp, newestOfAll, titledBy } from '../../prices/prices.ts'
import type { FieldsOf } from '../../telegram/button-data.ts'
import { escapeHtml } from '../../words/text.ts'
import { alertOf, createTypedAlert, currentAlerts, editAlert, subjectOf, viewOf } from './alert.ts'
import {
  cardButtons,
  kindButtons,
  listButtons,
  otherWay,
  PAGE_SIZE,
  removeAllButtons,
  unknownButtons,
  waysButtons,
} from './buttons.ts'
import { createAlertDialog } from './dialog.ts'
import { alertCard, alertFault, alertLabel, alertList, alsoLines, whenQuestion } from './text.ts'

/** What a list says besides its alerts. */
interface ListExtras {
  /** An alert that was just deleted, which a button brings back. */
  readonly deleted?: Alert | undefined
  readonly heading?: string | undefined
  /** What else the chat is told. */
  readonly also?: string
}

/** Answers a button of the list; a text that it returns is shown to the presser. */
type Answer = (ctx: BotContext, id: number, value?: Decimal) => Promise<string | undefined>

/** `/alerts usd > 900` makes an alert; `/alerts` lists them, with buttons to pause, change and delete each, and to make a new one. */
export function createAlerts(parts: FeatureParts) {
  const { access, prices, chats } = parts
  const dialog = createAlertDialog(parts)
  const make = createTypedAlert(parts)

  /** Shows a page of the list. */
  async function list(ctx: BotContext, from = 0, { deleted, heading, also }: ListExtras = {}): Promise<void> {
    await newestOfAll(prices)
    const all = await currentAlerts(chats, ctx.chatKey, ctx.now)
    const at = from < all.length ? from : Math.max(0, from - PAGE_SIZE)
    const shown = all.slice(at, at + PAGE_SIZE)
    const alerts = shown.map((alert) => viewOf(prices, alert) ?? { id: alert.id })
    const html = alertList(ctx.words, {
      alerts,
      count: all.length,
      max: ALERTS_PER_CHAT_MAX,
      now: ctx.now,
    })
    await showKept(
      ctx,
      // What the chat is told besides is named also where its last alert was deleted.
      [heading ?? '', html, also ?? (all.length === 0 ? alsoTold(ctx) : '')]
        .filter((part) => part !== '')
        .join('\n\n'),
      listButtons(ctx.words, alerts, { at, count: all.length, deleted, isGone: ctx.chatState?.isGone }),
    )
  }

  /** Shows in which ways the chat can be told. */
  async function showWays(ctx: BotContext, heading = ''): Promise<void> {
    await newestOfAll(prices)
    const official = officialPrice(prices, 'dollar')?.quote.monitor
    await showKept(ctx, `${heading} ${ctx.words.alerts.when}`.trim(), waysButtons(ctx.words, official))
  }

  /** What the chat follows, and its digest. */
  const alsoTold = ({ words, chatState }: BotContext): string =>
    alsoLines(words, {
      followed: (chatState?.told ?? []).map(({ monitor }) => titledBy(prices, monitor)),
      digest: chatState?.digest?.schedule,
    })

  /** Lists the alerts of the chat; offers all ways to be told where there are none. */
  async function listOrOffer(ctx: BotContext): Promise<void> {
    const all = await currentAlerts(chats, ctx.chatKey, ctx.now)
    const also = alsoTold(ctx)
    await (all.length > 0 || also !== ''
      ? list(ctx, 0, { also })
      : showWays(ctx, ctx.words.alerts.nothingYet))
  }

  /** Shows the page of the list that has an alert. */
  async function listAround(ctx: BotContext, id: number, extras?: ListExtras): Promise<void> {
    const all = await currentAlerts(chats, ctx.chatKey, ctx.now)
    const before = all.filter((alert) => alert.id < id).length
    await list(ctx, before - (before % PAGE_SIZE), extras)
  }

  /** Does what is said of an alert where one fits, else asks which one is meant. */
  async function change(ctx: BotContext, asked: AlertChange): Promise<void> {
    const all = await currentAlerts(chats, ctx.chatKey, ctx.now)
    if (all.length === 0) return list(ctx)
    const meant = await alertsMeant(ctx, all, asked)
    const isAllRemoved = asked.isAll && asked.act === 'remove'
    if (isAllRemoved && asked.isExcept) return removeOthers(ctx, all, meant)
    if (isAllRemoved && meant.length === all.length) return void (await removeAll(ctx, false))
    await changeOf(ctx, asked, asked.isAll && !isAllRemoved ? [] : meant)
  }

  /** Deletes the only other alert, or asks whether all others are to be deleted. */
  async function removeOthers(
    ctx: BotContext,
    all: readonly Alert[],
    [kept, ...more]: readonly Alert[],
  ): Promise<void> {
    const others = all.filter(({ id }) => id !== kept?.id)
    if (!kept || more.length > 0 || others.length < 2)
      return changeOf(ctx, { act: 'remove', isAll: false }, kept && more.length === 0 ? others : [])
    await removeAll(ctx, false, kept.id)
  }

  async function changeOf(
    ctx: BotContext,
    asked: AlertChange,
    [one, ...others]: readonly Alert[],
  ): Promise<void> {
    if (one && others.length === 0) await changeOne(ctx, one.id, asked)
    else await list(ctx, 0, { heading: ctx.words.alerts.which })
  }

  /** `borra la del paralelo`: removes the alert on a rate that the chat does not follow; false if there are none. */
  async function removeOf(ctx: BotContext, name: string): Promise<boolean> {
    const found = name === '' ? undefined : await lookUp(prices, name, ctx.preferred)
    if (found?.kind !== 'one' || follows(ctx, found.observed.quote.monitor)) return false
    const signal = priceSignal(found.observed.quote.monitor)
    const all = await currentAlerts(chats, ctx.chatKey, ctx.now)
    const meant = all.filter((alert) => alert.signal === signal)
    if (meant.length > 0) await changeOf(ctx, { act: 'remove', isAll: false }, meant)
    return meant.length > 0
  }

  async function changeOne(ctx: BotContext, id: number, { act, value }: AlertChange): Promise<void> {
    if (act === 'remove') await remove(ctx, id, true)
    // Another value is asked for by a reply in a group, which only a button begins; no dialog begins with an unknown command.
    else if (act === 'edit') await (ctx.isPrivate && ctx.dialog ? edit(ctx, id, value) : show(ctx, id))
    else await pause(ctx, id, act === 'pause')
  }

  async function alertsMeant(ctx: BotContext, all: readonly Alert[], { id, place, name, at }: AlertChange) {
    const found = name === undefined ? undefined : await lookUp(prices, name, ctx.preferred)
    const signal = found?.kind === 'one' ? priceSignal(found.observed.quote.monitor) : undefined
    const placed = place === undefined ? undefined : all.at(place > 0 ? place - 1 : place)
    return all
      .filter((alert) => id === undefined || alert.id === id)
      .filter((alert) => place === undefined || alert === placed)
      .filter((alert) => at === undefined || compare(alert.value, at) === 0)
      .filter((alert) => name === undefined || alert.signal === signal)
  }

  /** Asks when an alert on a monitor triggers; the buttons begin the dialog of a new alert. */
  async function askKind(ctx: BotContext, name: string): Promise<void> {
    const { words } = ctx
    const found = await findOrSay(ctx, prices, name, { action: 'alert' })
    if (!found) return
    const { monitor } = found.observed.quote
    const subject = subjectOf(prices, priceSignal(monitor))
    await (subject
      ? ctx.replyOrEdit(whenQuestion(words, subject), kindButtons(words, { monitor }))
      : ctx.replyOrEdit(words.noPrices))
  }

  /** Says why a typed alert cannot be read. */
  async function refuse({ words, replyOrEdit }: BotContext, fault: AlertFault, word?: string): Promise<void> {
    const [example] = await newestOfAll(prices)
    await replyOrEdit(alertFault(words, { fault, word, example: example?.quote }))
  }

  /** Reads a line without a monitor as one about the monitor that the chat prefers. */
  function readLine({ words, now, preferred }: BotContext, line: string): ReadAlert {
    const [own] = preferred
    const subject = own && ({ kind: 'monitor', name: monitorName(own) } as const)
    return parseAlert(line, dayOf(now), {
      numbers: words.numbers.style,
      markNames: prices.markNames,
      subject,
    })
  }

  /** Shows the card of an alert. */
  async function show(ctx: BotContext, id: number): Promise<string | undefined> {
    const alert = await alertOf(chats, ctx, id)
    if (!alert) return sayGone(ctx, id)
    const view = viewOf(prices, alert)
    const { words } = ctx
    await (view
      ? showKept(ctx, alertCard(words, view, ctx.now), cardButtons(words, view))
      : ctx.replyOrEdit(words.alerts.ofUnknownKind, unknownButtons(words, id)))
    return undefined
  }

  async function pause(ctx: BotContext, id: number, paused: boolean): Promise<string | undefined> {
    await chats.alerts.pause(ctx.chatKey, id, paused)
    return show(ctx, id)
  }

  async function remove(ctx: BotContext, id: number, isTyped = false): Promise<string | undefined> {
    const alert = await alertOf(chats, ctx, id)
    const isDone = await chats.alerts.remove(ctx.chatKey, id)
    const said = isDone ? ctx.words.alerts.deleted : ctx.words.alerts.gone
    await listAround(ctx, id, {
      deleted: isDone ? alert : undefined,
      heading: isTyped ? said : undefined,
    })
    return said
  }

  /** Asks whether all alerts are to be deleted, or all but one, or deletes them. */
  async function removeAll(ctx: BotContext, isSure: boolean, keptId?: number): Promise<string | undefined> {
    const { chatKey, words, now } = ctx
    const all = await currentAlerts(chats, chatKey, now)
    const kept = all.find(({ id }) => id === keptId)
    const removed = all.filter((alert) => alert !== kept)
    if (!isSure && removed.length > 0) {
      const label = kept && alertLabel(words, viewOf(prices, kept) ?? { id: kept.id })
      await ctx.replyOrEdit(
        words.alerts.deleteAllQuestion(removed.length, label && escapeHtml(label)),
        removeAllButtons(words, keptId),
      )
      return undefined
    }
    await Promise.all(removed.map(({ id }) => chats.alerts.remove(chatKey, id)))
    await list(ctx)
    return removed.length > 0 ? words.alerts.deletedAll : undefined
  }

  /** Has an alert wait for the other direction of its threshold. */
  async function turn(ctx: BotContext, id: number): Promise<string | undefined> {
    const before = await alertOf(chats, ctx, id)
    const kind = before && hasKnownKind(before) ? otherWay(before.kind) : undefined
    if (!before || !kind) return sayGone(ctx, id)
    await editAlert(parts, ctx, before, { value: before.value, kind, canTurn: true })
    return undefined
  }

  async function edit(ctx: BotContext, id: number, value?: Decimal): Promise<string | undefined> {
    if (!(await alertOf(chats, ctx, id))) return sayGone(ctx, id)
    await dialog.enter(ctx, { id, ...(value && { value }) })
    return undefined
  }

  async function sayGone(ctx: BotContext, id: number): Promise<string> {
    await listAround(ctx, id)
    return ctx.words.alerts.gone
  }

  const ANSWERS: Readonly<Record<NonNullable<FieldsOf<'alerts'>['act']>, Answer>> = {
    list: (ctx, at) => list(ctx, at).then(() => undefined),
    ways: (ctx) => showWays(ctx).then(() => undefined),
    show,
    pause: (ctx, id) => pause(ctx, id, true),
    resume: (ctx, id) => pause(ctx, id, false),
    remove: (ctx, id) => remove(ctx, id),
    edit,
    setValue: edit,
    turn,
    removeAll: (ctx) => removeAll(ctx, false),
    removeAllNow: (ctx, kept) => removeAll(ctx, true, kept),
  }

  const feature = new DialogFeature(access, ADMINISTRATORS, [dialog])
  feature.command('alerts', async (ctx) => {
    if (ctx.match === '') return list(ctx)
    const read = readLine(ctx, ctx.match)
    await (read.kind === 'alert' ? make(ctx, read.request) : refuse(ctx, read.reason, read.word))
  })
  feature.button('alerts', (ctx, _monitor, { act = 'list', number = 0, value }) =>
    ANSWERS[act](ctx, number, value),
  )
  // A button of a new alert carries all that was chosen before it, and the dialog goes on from there.
  feature.button('alert', (ctx, monitor, step) => dialog.enter(ctx, { ...step, monitor }))
  return { feature, listOrOffer, make, change, removeOf, askKind, refuse }
}

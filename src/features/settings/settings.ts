import { InlineKeyboard, InputFile } from 'grammy'
import { NO_DIALOG } from '../../bot/buttons.ts'
import { type BotContext, chargingOf } from '../../bot/context.ts'
import { DialogFeature } from '../../bot/dialogs/dialog.ts'
import { type Access, ADMINISTRATORS, type ButtonHandler } from '../../bot/feature.ts'
import type { Sessions } from '../../bot/session.ts'
import type { Chats } from '../../chats/chats.ts'
import { ROUNDINGS } from '../../domain/deal/charge.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { NUMBER_STYLES } from '../../domain/number-format.ts'
import type { QuietHours, TimeOfDay } from '../../domain/time-of-day.ts'
import { newestOfAll } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import { formatButtonData, parseButtonData } from '../../telegram/button-data.ts'
import { type Language, languageOf, type Words, wordsIn } from '../../words/words.ts'
import { endLive } from '../live/live.ts'
import { createNoticePages, createShowNotices, createShowSettings } from './dialogs.ts'
import { exportChat } from './export.ts'
import {
  chargeButtons,
  chartButtons,
  DELETE,
  defaultsButtons,
  deleteButtons,
  EXPORT,
  languageButtons,
  NOTICES,
  OWN_DATA,
  ownDataButtons,
} from './keyboards.ts'
import { digestSet } from './text.ts'

const DEFAULTS_MAX = 10

/** Whether a button takes the data of the chat away. */
const isFinal = ({ callbackQuery }: BotContext): boolean =>
  [EXPORT, DELETE].includes(parseButtonData(callbackQuery?.data ?? '')?.argument.charAt(0) ?? '')

/** `/settings`: shows the settings of the chat, with buttons that change them in the same message. */
export function createSettings(
  access: Access,
  prices: Prices,
  chats: Pick<Chats, 'read' | 'readRecord' | 'settings' | 'presence' | 'live'>,
  sessions: Pick<Sessions, 'forget'>,
) {
  const show = createShowSettings(prices, chats)
  const showNotices = createShowNotices(chats)
  const notices = createNoticePages(chats, showNotices)

  /** Sets the hour of the digest, which a chat that follows nothing is told; without one ends it. */
  async function setDigest(ctx: BotContext, at: TimeOfDay | undefined): Promise<void> {
    const { chatKey, words, now } = ctx
    await chats.settings.setDigest(chatKey, at, now)
    if (at === undefined) return ctx.replyOrEdit(words.settings.digestEnded)
    const { follows } = await chats.read(chatKey)
    const offer = new InlineKeyboard().text(words.button.follow, formatButtonData('follow'))
    await ctx.replyOrEdit(digestSet(words, at, follows.length > 0), follows.length > 0 ? undefined : offer)
  }

  /** Sets the quiet hours, or ends them; asks for them where none are given. A question in a group would need a reply. */
  async function setQuiet(ctx: BotContext, hours: QuietHours | 'none' | undefined): Promise<void> {
    if (hours === undefined && ctx.isPrivate) return notices.quietHours.open(ctx, '')
    if (hours !== undefined)
      await chats.settings.setQuietHours(ctx.chatKey, hours === 'none' ? undefined : hours)
    await showNotices(ctx)
  }

  async function language(ctx: BotContext, value: string): Promise<void> {
    const chosen = languageOf(value)
    if (chosen) await chats.settings.setLanguage(ctx.chatKey, chosen)
    const language = chosen ?? ctx.language
    await showLanguage(ctx, wordsIn(language, ctx.chatState?.numbers), language)
  }

  async function numbers(ctx: BotContext, value: string): Promise<void> {
    const { chatKey, language, words } = ctx
    const chosen = NUMBER_STYLES.find((style) => style === value)
    const usual = wordsIn(language).numbers.style
    if (chosen) await chats.settings.setNumbers(chatKey, chosen === usual ? undefined : chosen)
    await showLanguage(ctx, wordsIn(language, chosen ?? words.numbers.style), language)
  }

  const showLanguage = (ctx: BotContext, words: Words, language: Language): Promise<void> =>
    ctx.replyOrEdit(words.settings.askLanguage, languageButtons(words, language))

  /** Shows how bills are charged, after a choice if there is one. */
  async function charging(ctx: BotContext, value: string): Promise<void> {
    const { chatKey, words } = ctx
    const rounding = ROUNDINGS.find((one) => one === value)
    if (rounding) await chats.settings.setRounding(chatKey, rounding === 'centimo' ? undefined : rounding)
    else if (value !== '') await chats.settings.setTaxed(chatKey, value === '1')
    const chosen = chargingOf(await chats.read(chatKey))
    await ctx.replyOrEdit(words.settings.askCharge, chargeButtons(words, chosen))
  }

  async function charts(ctx: BotContext, value: string): Promise<void> {
    const { chatKey, chatState, words } = ctx
    if (value !== '') await chats.settings.setDarkCharts(chatKey, value === '1')
    const isDark = value === '' ? chatState?.hasDarkCharts === true : value === '1'
    await ctx.replyOrEdit(words.settings.askCharts, chartButtons(words, isDark))
  }

  async function showDefaults(ctx: BotContext, chosen: readonly MonitorId[], at = ''): Promise<void> {
    const { words } = ctx
    const all = (await newestOfAll(prices)).map(({ quote }) => quote)
    const from = /^\d{1,3}$/.test(at) ? Number(at) : 0
    await ctx.replyOrEdit(words.settings.askDefaults, defaultsButtons(words, all, chosen, from))
  }

  async function setDefaults(ctx: BotContext, chosen: readonly MonitorId[], at = ''): Promise<void> {
    await chats.settings.setDefaults(ctx.chatKey, chosen)
    await showDefaults(ctx, chosen, at)
  }

  const toggle: ButtonHandler = async (ctx, monitor, at) => {
    const chosen = ctx.chatState?.defaults ?? []
    if (!monitor) return ctx.replyOrEdit(ctx.words.oldButton)
    const others = chosen.filter((one) => !isSameMonitor(one, monitor))
    const next = others.length < chosen.length ? others : [...chosen, monitor].slice(-DEFAULTS_MAX)
    await setDefaults(ctx, next, at)
  }

  async function exportAll(ctx: BotContext): Promise<void> {
    // The readers of a channel must not see it: it is asked for in the private chat.
    if (ctx.isConfidential) return show(ctx)
    const { chatKey, thread, words, now } = ctx
    const json = exportChat(chatKey, await chats.readRecord(chatKey), now)
    const file = new InputFile(Buffer.from(json), `tasa-${chatKey}.json`)
    const caption = words.settings.exported
    await ctx.replyWithDocument(file, { caption, ...(thread !== undefined && { message_thread_id: thread }) })
  }

  async function remove(ctx: BotContext, value: string): Promise<void> {
    const { settings } = ctx.words
    if (value !== 'y') return ctx.replyOrEdit(settings.askDelete, deleteButtons(ctx.words))
    await endLive(chats, ctx)
    await chats.presence.forget(ctx.chatKey)
    await sessions.forget(ctx.chatKey)
    await ctx.replyOrEdit(settings.deleted)
  }

  const showOwnData = ({ words, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(words.settings.ownData, ownDataButtons(words))

  const PAGES: Readonly<Record<string, (ctx: BotContext, value: string) => Promise<void>>> = {
    l: language,
    n: numbers,
    ...Object.fromEntries(notices.all.map(({ page, open }) => [page, open])),
    m: (ctx, value) =>
      value === '-' ? setDefaults(ctx, []) : showDefaults(ctx, ctx.chatState?.defaults ?? [], value),
    c: charging,
    v: charts,
    [EXPORT]: exportAll,
    [DELETE]: remove,
    [NOTICES]: showNotices,
    [OWN_DATA]: showOwnData,
  }

  const pressed: ButtonHandler = async (ctx, _monitor, argument) => {
    const page = PAGES[argument.charAt(0)]
    await (page ? page(ctx, argument.slice(1)) : show(ctx))
  }

  const dialogs = notices.all.map(({ dialog }) => dialog)
  const feature = new DialogFeature(access, { ...ADMINISTRATORS, isFinal }, dialogs)
  feature.command('settings', show)
  feature.button('settings', pressed)
  feature.button('default', toggle)
  // It is the answer to no question, and so has ended the dialog; where none was open, the question was answered before.
  feature.button('cancel', ({ words, replyOrEdit, dialog }, _monitor, argument) => {
    const { cancelled, closed } = words.settings
    return replyOrEdit(dialog?.wasLeft || argument === NO_DIALOG ? cancelled : closed)
  })
  return { feature, show, setDigest, setQuiet }
}

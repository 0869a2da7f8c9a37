import { type InlineKeyboard, InputFile } from 'grammy'
import { act, keyboardOf, showKept } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { ask, DialogFeature, defineDialog } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, type ButtonHandler, type FeatureParts } from '../../bot/feature.ts'
import { type Day, type QuietHours, startOfDay, startOfDayIn } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { changedSchedule, daily, type Schedule, type ScheduleChange } from '../../domain/schedule.ts'
import type { SettingsPage } from '../../language/request.ts'
import { newestOfAll, titledBy } from '../../prices/prices.ts'
import { parseButtonData } from '../../telegram/button-data.ts'
import { buttonLabels, capitalized, type Titled } from '../../words/price.ts'
import { weekdayAndDay } from '../../words/times.ts'
import { languageOf, type Words, wordsIn } from '../../words/words.ts'
import { endLive } from '../live/command.ts'
import { exportChat } from './export.ts'
import {
  backButton,
  LANGUAGE,
  mainButtons,
  NOTICES,
  noticeButtons,
  OWN_DATA,
  PAY_TO,
  pageButtons,
  pageOfLetter,
  type SettingsView,
  settingsButton,
  settingsData,
  settingsMessage,
} from './table.ts'
import { badSetting, digestSet } from './text.ts'

const DEFAULTS_MAX = 10
/** Rates on one page of the preferred ones. */
const PAGE_SIZE = 3

/** The arguments of the buttons that take the data of a chat away. */
const EXPORT = 'x'
const DELETE = 'd'

/** Whether a button takes the data of the chat away. */
function isFinal({ callbackQuery }: BotContext): boolean {
  const pressed = parseButtonData(callbackQuery?.data ?? '')
  return pressed?.action === 'settings' && [EXPORT, DELETE].includes(pressed.fields.page ?? '')
}

/** `/settings`: shows the settings of the chat, with buttons that change them in the same message. */
export function createSettings({ access, prices, chats, sessions }: FeatureParts) {
  async function viewOf(ctx: BotContext): Promise<SettingsView> {
    const chat = await chats.read(ctx.chatKey)
    const language = languageOf(chat.language) ?? ctx.language
    return {
      words: wordsIn(language, chat.numbers),
      language,
      chat,
      isPrivate: ctx.isPrivate,
      titled: (monitor) => titledBy(prices, monitor),
      now: ctx.now,
    }
  }

  /** Shows the settings of a chat in its current language, or those of notices, with buttons that change them. */
  const showAll = (isNotice: boolean) => async (ctx: BotContext) => {
    const view = await viewOf(ctx)
    const shown = { words: view.words, chatState: view.chat, replyOrEdit: ctx.replyOrEdit }
    await showKept(shown, settingsMessage(view, isNotice), isNotice ? noticeButtons(view) : mainButtons(view))
  }
  const show = showAll(false)
  const showNotices = showAll(true)

  /** Shows the page of a setting. */
  async function showPage(ctx: BotContext, letter: string): Promise<void> {
    const view = await viewOf(ctx)
    await ctx.replyOrEdit(pageOfLetter(letter)?.page.ask(view) ?? '', pageButtons(view, letter))
  }

  const showOwnData = ({ words, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(words.settings.ownData, ownDataButtons(words))

  /** Shows the page that was asked for in words; in a group the one that leads to it. */
  async function open(ctx: BotContext, page: SettingsPage | undefined): Promise<void> {
    if (page === 'notices') return offerLess(ctx)
    if (page === undefined || !ctx.isPrivate) return show(ctx)
    await (page === 'data' ? showOwnData(ctx) : showPage(ctx, page === 'payTo' ? PAY_TO : LANGUAGE))
  }

  /** A value is typed behind [Otra…] only, as a text beside buttons is a question to the bot. */
  const dialog = defineDialog<{ readonly letter: string }>(
    'setting',
    async (conversation, ctx, { letter }) => {
      const { words } = ctx
      const { page } = pageOfLetter(letter) ?? {}
      if (!page?.typed) return ctx.replyOrEdit(words.oldButton)
      const { typed } = page
      const text = await ask(conversation, ctx, {
        html: words.settings[`type${typed}`],
        typed: {
          read: (said) => (page.canRead(said, words) ? said : undefined),
          again: (said) => badSetting(words, typed, said),
        },
        back: settingsData(letter),
      })
      await ctx.once(async (outside) => {
        await page.store(chats.settings, outside, text)
        await (pageOfLetter(letter)?.isNotice ? showNotices(outside) : show(outside))
      })
    },
  )

  /** Does what a button of a page says: shows it, asks for a text, or stores a choice. */
  async function choose(ctx: BotContext, letter: string, value: string): Promise<void> {
    const { page, isNotice } = pageOfLetter(letter) ?? {}
    if (!page) return show(ctx)
    if (value === '?') return dialog.enter(ctx, { letter })
    const storing = value === '' ? undefined : page.store(chats.settings, ctx, value)
    if (value !== '' && !storing) return ctx.replyOrEdit(ctx.words.oldButton)
    await storing
    await (storing && isNotice ? showNotices(ctx) : showPage(ctx, (storing && page.on) || letter))
  }

  /** Sets the times of the digest; without them ends it. */
  async function setDigest(ctx: BotContext, schedule: Schedule | undefined): Promise<void> {
    const { chatKey, words, now } = ctx
    await chats.settings.setDigest(chatKey, schedule, now)
    if (!schedule) return ctx.replyOrEdit(words.settings.digestEnded)
    const { follows } = await chats.read(chatKey)
    const offer = [follows.length === 0 && act(words.button.follow, 'follow')]
    await ctx.replyOrEdit(digestSet(words, schedule, follows.length > 0), keyboardOf(offer))
  }

  /** `y también a las 5`, `no me mandes nada los domingos`: changes the digest there is. */
  async function changeDigest(ctx: BotContext, change: ScheduleChange): Promise<void> {
    const before = ctx.chatState?.digest?.schedule
    if (!before && change.act === 'add') return setDigest(ctx, daily(change.time))
    if (!before) return ctx.replyOrEdit(ctx.words.settings.noDigestYet)
    const schedule = changedSchedule(before, change)
    // `quita el de las 6`, `stop the morning message`, where there is none
    if (change.act === 'remove' && schedule?.times.length === before.times.length) return showNotices(ctx)
    await setDigest(ctx, schedule)
  }

  /** Sets what a dollar is by the chat's own rate, and shows the settings. */
  async function setOwnRate(ctx: BotContext, price: Decimal): Promise<void> {
    await chats.settings.set(ctx.chatKey, 'ownRate', price)
    await show(ctx)
  }

  /** Sends nothing before a day, by the clocks of the chat. */
  async function mute(ctx: BotContext, day: Day): Promise<void> {
    const { chatKey, chatState, words } = ctx
    const until = startOfDayIn(day, chatState?.zone)
    await chats.settings.setMuted(chatKey, until)
    await ctx.replyOrEdit(
      words.settings.muted(weekdayAndDay(words, startOfDay(day))),
      keyboardOf([act(words.settings.button.resume, 'resume')]),
    )
  }

  /** Offers ways to be sent less. */
  const offerLess = ({ words, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(
      words.settings.tooMany,
      keyboardOf(
        [act(words.settings.button.onlyLarge, 'follow')],
        [settingsButton(words.settings.button.onlyDigest, 'g')],
        [settingsButton(words.settings.button.quiet, 'q')],
      ),
    )

  /** Sets the quiet hours, or ends them; asks for them where none are given. A question in a group would need a reply. */
  async function setQuiet(ctx: BotContext, hours: QuietHours | 'none' | undefined): Promise<void> {
    if (hours === undefined && ctx.isPrivate) return showPage(ctx, 'q')
    if (hours !== undefined)
      await chats.settings.setQuietHours(ctx.chatKey, hours === 'none' ? undefined : hours)
    await showNotices(ctx)
  }

  async function showDefaults(ctx: BotContext, chosen: readonly MonitorId[], from = 0): Promise<void> {
    const { words } = ctx
    const all = (await newestOfAll(prices)).map(({ quote }) => quote)
    await ctx.replyOrEdit(words.settings.askDefaults, defaultsButtons(words, all, chosen, from))
  }

  async function setDefaults(ctx: BotContext, chosen: readonly MonitorId[], at = 0): Promise<void> {
    await chats.settings.setDefaults(ctx.chatKey, chosen)
    await showDefaults(ctx, chosen, at)
  }

  const toggle: ButtonHandler<'default'> = async (ctx, monitor, { at }) => {
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

  const TOPICS: Readonly<Record<string, (ctx: BotContext, value: string) => Promise<void>>> = {
    m: (ctx, value) =>
      value === '-'
        ? setDefaults(ctx, [])
        : showDefaults(ctx, ctx.chatState?.defaults ?? [], Number(value) || 0),
    [EXPORT]: exportAll,
    [DELETE]: remove,
    [NOTICES]: showNotices,
    [OWN_DATA]: showOwnData,
  }

  const feature = new DialogFeature(access, { ...ADMINISTRATORS, isFinal }, [dialog])
  feature.command('settings', show)
  feature.button('settings', (ctx, _monitor, { page = '', value = '' }) => {
    const topic = TOPICS[page]
    return topic ? topic(ctx, value) : choose(ctx, page, value)
  })
  feature.button('default', toggle)
  // It is the answer to no question, and so has ended the dialog; where none was open, the question was answered before.
  feature.button('cancel', ({ words, replyOrEdit, dialog }, _monitor, { isAlone }) => {
    const { cancelled, closed } = words.settings
    return replyOrEdit(dialog?.wasLeft || isAlone ? cancelled : closed)
  })
  return { feature, open, setDigest, changeDigest, setQuiet, setOwnRate, mute }
}

const ownDataButtons = (words: Words): InlineKeyboard =>
  keyboardOf(
    [settingsButton(words.settings.button.export, EXPORT)],
    [settingsButton(words.settings.button.delete, DELETE)],
    [backButton(words)],
  )

const deleteButtons = ({ settings: { button } }: Words): InlineKeyboard =>
  keyboardOf([settingsButton(button.deleteAll, DELETE, 'y')], [settingsButton(button.keep, OWN_DATA)])

/** Buttons under a message that says that the chat is sent nothing any more. */
export const stoppedButtons = ({ settings: { button } }: Words): InlineKeyboard =>
  keyboardOf([act(button.resume, 'resume')], [settingsButton(button.delete, DELETE)])

/** A page of monitors from one on, each with a button; the chosen ones are numbered in their order. */
function defaultsButtons(
  words: Words,
  all: readonly Titled[],
  chosen: readonly MonitorId[],
  at: number,
): InlineKeyboard {
  const { button, settings } = words
  const from = at < all.length ? at : 0
  const shown = all.slice(from, from + PAGE_SIZE)
  const labels = buttonLabels(shown)
  const monitors = shown.map(({ monitor }, index) => {
    const place = chosen.findIndex((one) => isSameMonitor(one, monitor))
    const mark = place < 0 ? '' : `${place + 1}. `
    return [act(`${mark}${labels[index]}`, 'default', monitor, { at: from })]
  })
  // After the last page comes the first.
  const next = from + PAGE_SIZE < all.length ? from + PAGE_SIZE : 0
  return keyboardOf(
    ...monitors,
    [chosen.length > 0 && settingsButton(capitalized(settings.usual), 'm', '-')],
    [backButton(words), all.length > PAGE_SIZE && settingsButton(button.more, 'm', String(next))],
  )
}

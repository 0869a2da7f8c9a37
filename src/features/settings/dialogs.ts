import { showKept } from '../../bot/buttons.ts'
import { type BotContext, chargingOf } from '../../bot/context.ts'
import { ask, type Dialog, defineDialog } from '../../bot/dialogs/dialog.ts'
import type { Chats } from '../../chats/chats.ts'
import { minuteOfDay } from '../../domain/time-of-day.ts'
import { parseForeignSum } from '../../language/amounts.ts'
import { parseHours, parseTime, parseZone } from '../../language/times.ts'
import { titledBy } from '../../prices/look-up.ts'
import type { Prices } from '../../prices/prices.ts'
import type { Words } from '../../words/words.ts'
import { languageOf, wordsIn } from '../../words/words.ts'
import {
  digestButtons,
  mainButtons,
  noticeButtons,
  ownAmountButtons,
  quietButtons,
  settingsData,
  zoneButtons,
} from './keyboards.ts'
import {
  askDigest,
  type BadSetting,
  badSetting,
  hourOf,
  noticesMessage,
  settingsMessage,
  USUAL_AMOUNT,
} from './text.ts'

/** The time zone of a chat that chose none. */
export const CARACAS = 'America/Caracas'

/** Shows the settings of a chat in its current language, with buttons that change them. */
export function createShowSettings(prices: Pick<Prices, 'latest'>, chats: Pick<Chats, 'read'>) {
  return async (ctx: BotContext): Promise<void> => {
    const chat = await chats.read(ctx.chatKey)
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = chat
    const words = wordsIn(languageOf(language) ?? ctx.language, numbers)
    const titled = defaults.map((monitor) => titledBy(prices, monitor))
    const { ownAmount = USUAL_AMOUNT, hasDarkCharts = false } = chat
    const view = {
      zone,
      quiet,
      digest: digest?.at,
      defaults: titled,
      ownAmount,
      hasDarkCharts,
      ...(!ctx.isPrivate && { isAuto: chat.posted !== undefined }),
      charging: chargingOf(chat),
    }
    await showKept(
      { replyOrEdit: ctx.replyOrEdit, words, chatState: chat },
      settingsMessage(words, view),
      mainButtons(words, chat.isGone),
    )
  }
}

/** Shows the topic of what is told without asking, with buttons that change it. */
export function createShowNotices(chats: Pick<Chats, 'read'>) {
  return async ({ chatKey, isPrivate, words, replyOrEdit }: BotContext): Promise<void> => {
    const chatState = await chats.read(chatKey)
    const { zone = CARACAS, quiet, digest, ownAmount = USUAL_AMOUNT, isGone } = chatState
    const view = { zone, quiet, digest: digest?.at, ownAmount }
    await showKept(
      { replyOrEdit, words, chatState },
      noticesMessage(words, view),
      noticeButtons(words, { isPrivate, isGone }),
    )
  }
}

/** A setting about notices: chosen by a button, or typed behind [Otra…] only, as a text beside buttons is a question to the bot. */
interface Choice<Value> {
  /** The letter of its page in the data of buttons. */
  readonly page: string
  readonly id: string
  /** Shows its buttons. */
  readonly show: (ctx: BotContext) => Promise<void>
  readonly type: (words: Words) => string
  readonly bad: BadSetting
  /** Reads what was typed, and the value of a button. */
  readonly read: (text: string, words: Words) => Value | undefined
  /** Undefined where nobody wants it. */
  readonly set: (ctx: BotContext, value: Value | undefined) => Promise<unknown>
  /** Whether a button takes it away. */
  readonly isRemovable: boolean
}

/** A page of the settings, and the dialog that asks for a text. `value`: '' to choose, `?` to type, `-` to remove it, or the choice. */
export interface ChoicePage {
  readonly page: string
  readonly dialog: Dialog<void>
  readonly open: (ctx: BotContext, value: string) => Promise<void>
}

function definePage<Value>(
  { page, id, show, type, bad, read, set, isRemovable }: Choice<Value>,
  showNotices: ReturnType<typeof createShowNotices>,
): ChoicePage {
  const dialog = defineDialog<void>(id, async (conversation, ctx) => {
    const { words } = ctx
    const said = await ask(conversation, ctx, {
      html: type(words),
      typed: {
        read: (text) => (read(text, words) === undefined ? undefined : text),
        again: (text) => badSetting(words, bad, text),
      },
      back: settingsData(page),
    })
    await ctx.once(async (outside) => {
      await set(outside, read(said, words))
      await showNotices(outside)
    })
  })

  async function open(ctx: BotContext, value: string): Promise<void> {
    if (value === '') return show(ctx)
    if (value === '?') return dialog.enter(ctx)
    const chosen = read(value, ctx.words)
    if (chosen === undefined && !(isRemovable && value === '-')) return ctx.replyOrEdit(ctx.words.oldButton)
    await set(ctx, chosen)
    await showNotices(ctx)
  }
  return { page, dialog, open }
}

/** The pages of what is told without asking, and when. */
export function createNoticePages(
  { settings }: Pick<Chats, 'settings'>,
  showNotices: ReturnType<typeof createShowNotices>,
) {
  const quietHours = definePage(
    {
      page: 'q',
      id: 'quiet-hours',
      show: ({ words, replyOrEdit }) => replyOrEdit(words.settings.askQuiet, quietButtons(words)),
      type: (words) => words.settings.typeQuiet,
      bad: 'badQuiet',
      read: parseHours,
      set: ({ chatKey }, hours) => settings.setQuietHours(chatKey, hours),
      isRemovable: true,
    },
    showNotices,
  )
  const digest = definePage(
    {
      page: 'g',
      id: 'digest',
      show: ({ words, chatState, replyOrEdit }) =>
        replyOrEdit(askDigest(words, (chatState?.follows.length ?? 0) > 0), digestButtons(words)),
      type: (words) => words.settings.typeDigest,
      bad: 'badDigest',
      read: parseTime,
      set: ({ chatKey, now }, at) => settings.setDigest(chatKey, at, now),
      isRemovable: true,
    },
    showNotices,
  )
  const ownAmount = definePage(
    {
      page: 'a',
      id: 'own-amount',
      show: ({ words, chatState, replyOrEdit }) =>
        replyOrEdit(
          words.settings.askOwnAmount,
          ownAmountButtons(words, chatState?.ownAmount ?? USUAL_AMOUNT),
        ),
      type: (words) => words.settings.typeOwnAmount,
      bad: 'badOwnAmount',
      read: (text, { numbers }) => parseForeignSum(text, numbers.style),
      set: ({ chatKey }, sum) => settings.setOwnAmount(chatKey, sum === USUAL_AMOUNT ? undefined : sum),
      isRemovable: false,
    },
    showNotices,
  )
  const zone = definePage(
    {
      page: 'z',
      id: 'zone',
      show: ({ words, chatState, now, replyOrEdit }) =>
        replyOrEdit(words.settings.askZone(hourOf(words, clockIn(chatState?.zone, now))), zoneButtons(words)),
      type: (words) => words.settings.typeZone,
      bad: 'badZone',
      read: parseZone,
      set: ({ chatKey }, name) => settings.setZone(chatKey, name === CARACAS ? undefined : name),
      isRemovable: false,
    },
    showNotices,
  )
  return { quietHours, all: [quietHours, digest, ownAmount, zone] }
}

function clockIn(zone: string | undefined, now: number): string {
  const minute = minuteOfDay(now, zone)
  return `${Math.floor(minute / 60)}:${minute % 60}`
}

import type { Chats } from '../../../chats/chats.ts'
import type { Messages } from '../../../messages/messages.ts'
import { messagesIn } from '../../../messages/messages.ts'
import { USUAL_AMOUNT } from '../../../messages/prices/moves.ts'
import { languageOf } from '../../../messages/words/words.ts'
import { parseForeignSum } from '../../../parse/conversion.ts'
import { parseHours, parseTime, parseZone } from '../../../parse/times.ts'
import { titledBy } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { minuteOfDay } from '../../../rates/time-of-day.ts'
import { showKept } from '../../buttons.ts'
import { type BotContext, chargingOf } from '../../context.ts'
import { ask, type Dialog, defineDialog } from '../../dialogs/dialog.ts'
import {
  digestButtons,
  mainButtons,
  noticeButtons,
  ownAmountButtons,
  quietButtons,
  settingsData,
  zoneButtons,
} from './keyboards.ts'

/** The time zone of a chat that chose none. */
export const CARACAS = 'America/Caracas'

/** Shows the settings of a chat in its current language, with buttons that change them. */
export function createShowSettings(prices: Pick<Prices, 'latest'>, chats: Pick<Chats, 'read'>) {
  return async (ctx: BotContext): Promise<void> => {
    const chat = await chats.read(ctx.chatKey)
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = chat
    const messages = messagesIn(languageOf(language) ?? ctx.language, numbers)
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
      { replyOrEdit: ctx.replyOrEdit, messages, chatState: chat },
      messages.settings.show(view),
      mainButtons(messages, chat.isGone),
    )
  }
}

/** Shows the topic of what is told without asking, with buttons that change it. */
export function createShowNotices(chats: Pick<Chats, 'read'>) {
  return async ({ chatKey, isPrivate, messages, replyOrEdit }: BotContext): Promise<void> => {
    const chatState = await chats.read(chatKey)
    const { zone = CARACAS, quiet, digest, ownAmount = USUAL_AMOUNT, isGone } = chatState
    const view = { zone, quiet, digest: digest?.at, ownAmount }
    await showKept(
      { replyOrEdit, messages, chatState },
      messages.settings.showNotices(view),
      noticeButtons(messages, { isPrivate, isGone }),
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
  readonly type: (messages: Messages) => string
  readonly bad: (messages: Messages) => (text: string) => string
  /** Reads what was typed, and the value of a button. */
  readonly read: (text: string, messages: Messages) => Value | undefined
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
    const { messages } = ctx
    const said = await ask(conversation, ctx, {
      html: type(messages),
      typed: {
        read: (text) => (read(text, messages) === undefined ? undefined : text),
        again: bad(messages),
      },
      back: settingsData(page),
    })
    await ctx.once(async (outside) => {
      await set(outside, read(said, messages))
      await showNotices(outside)
    })
  })

  async function open(ctx: BotContext, value: string): Promise<void> {
    if (value === '') return show(ctx)
    if (value === '?') return dialog.enter(ctx)
    const chosen = read(value, ctx.messages)
    if (chosen === undefined && !(isRemovable && value === '-'))
      return ctx.replyOrEdit(ctx.messages.oldButton)
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
      show: ({ messages, replyOrEdit }) => replyOrEdit(messages.settings.askQuiet, quietButtons(messages)),
      type: (messages) => messages.settings.typeQuiet,
      bad: (messages) => messages.settings.badQuiet,
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
      show: ({ messages, chatState, replyOrEdit }) =>
        replyOrEdit(
          messages.settings.askDigest((chatState?.follows.length ?? 0) > 0),
          digestButtons(messages),
        ),
      type: (messages) => messages.settings.typeDigest,
      bad: (messages) => messages.settings.badDigest,
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
      show: ({ messages, chatState, replyOrEdit }) =>
        replyOrEdit(
          messages.settings.askOwnAmount,
          ownAmountButtons(messages, chatState?.ownAmount ?? USUAL_AMOUNT),
        ),
      type: (messages) => messages.settings.typeOwnAmount,
      bad: (messages) => messages.settings.badOwnAmount,
      read: (text, { numbers }) => parseForeignSum(text, numbers),
      set: ({ chatKey }, sum) => settings.setOwnAmount(chatKey, sum === USUAL_AMOUNT ? undefined : sum),
      isRemovable: false,
    },
    showNotices,
  )
  const zone = definePage(
    {
      page: 'z',
      id: 'zone',
      show: ({ messages, chatState, now, replyOrEdit }) =>
        replyOrEdit(messages.settings.askZone(clockIn(chatState?.zone, now)), zoneButtons(messages)),
      type: (messages) => messages.settings.typeZone,
      bad: (messages) => messages.settings.badZone,
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

import type { Chats } from '../../../chats/chats.ts'
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

export interface SettingParts {
  readonly chats: Pick<Chats, 'settings'>
  readonly showNotices: ReturnType<typeof createShowNotices>
}

/** The choice of the button that begins the dialog: '' none yet, `?` to type it, `-` to remove it, or the value itself. */
export interface SettingStart {
  readonly value: string
}

/** Asks for the hours in which the chat is sent nothing. */
export function createQuietHoursDialog({ chats, showNotices }: SettingParts): Dialog<SettingStart> {
  return defineDialog('quiet-hours', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askQuiet, typeQuiet, badQuiet } = messages.settings
    const typed = {
      read: (text: string) => (parseHours(text) ? text : undefined),
      again: badQuiet,
    }

    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askQuiet,
        keyboard: quietButtons(messages),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const said =
      pressed === '?'
        ? await ask(conversation, ctx, { html: typeQuiet, typed, back: settingsData('q') })
        : pressed
    const hours = parseHours(said)
    if (!hours && said !== '-') return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.settings.setQuietHours(outside.chatKey, hours)
      await showNotices(outside)
    })
  })
}

/** Asks for the hour at which the chat is sent its digest. */
export function createDigestDialog({ chats, showNotices }: SettingParts): Dialog<SettingStart> {
  return defineDialog('digest', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askDigest, typeDigest, badDigest } = messages.settings
    const typed = { read: parseTime, again: badDigest }

    const hasFollows = await ctx.once(({ chatState }) => (chatState?.follows.length ?? 0) > 0)
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askDigest(hasFollows),
        keyboard: digestButtons(messages),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const said =
      pressed === '?'
        ? await ask(conversation, ctx, { html: typeDigest, typed, back: settingsData('g') })
        : pressed
    const at = parseTime(said)
    if (at === undefined && said !== '-') return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.settings.setDigest(outside.chatKey, at, outside.now)
      await showNotices(outside)
    })
  })
}

/** Asks for the sum of foreign money that a push about a price to come is said for. */
export function createOwnAmountDialog({ chats, showNotices }: SettingParts): Dialog<SettingStart> {
  return defineDialog('own-amount', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askOwnAmount, typeOwnAmount, badOwnAmount } = messages.settings
    const read = (text: string) => parseForeignSum(text, messages.numbers)
    const typed = { read, again: badOwnAmount }

    const chosen = await ctx.once(({ chatState }) => chatState?.ownAmount ?? USUAL_AMOUNT)
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askOwnAmount,
        keyboard: ownAmountButtons(messages, chosen),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const sum =
      pressed === '?'
        ? await ask(conversation, ctx, { html: typeOwnAmount, typed, back: settingsData('a') })
        : parseForeignSum(pressed)
    if (sum === undefined) return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.settings.setOwnAmount(outside.chatKey, sum === USUAL_AMOUNT ? undefined : sum)
      await showNotices(outside)
    })
  })
}

/** Asks for a city or time zone. */
export function createZoneDialog({ chats, showNotices }: SettingParts): Dialog<SettingStart> {
  return defineDialog('zone', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askZone, typeZone, badZone } = messages.settings
    const typed = { read: parseZone, again: badZone }

    const clock = await ctx.once(({ chatState, now }) => clockIn(chatState?.zone, now))
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askZone(clock),
        keyboard: zoneButtons(messages),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const zone =
      pressed === '?'
        ? await ask(conversation, ctx, { html: typeZone, typed, back: settingsData('z') })
        : parseZone(pressed)
    if (zone === undefined) return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.settings.setZone(outside.chatKey, zone === CARACAS ? undefined : zone)
      await showNotices(outside)
    })
  })
}

function clockIn(zone: string | undefined, now: number): string {
  const minute = minuteOfDay(now, zone)
  return `${Math.floor(minute / 60)}:${minute % 60}`
}

import type { Chats } from '../../../chats/chats.ts'
import { parseHours, parseTime } from '../../../parse/times.ts'
import { ask, type Dialog, defineDialog } from '../../dialogs/dialog.ts'
import { digestButtons, quietButtons } from './keyboards.ts'
import type { ShowSettings } from './show-settings.ts'

export interface SettingParts {
  readonly chats: Pick<Chats, 'setZone' | 'setQuietHours' | 'setDigest'>
  readonly show: ShowSettings
  /** A conversion is no time and no city: it is answered, and the question waits on. */
  readonly isConversion: (text: string) => boolean
}

/** What the button said that begins the dialog: '' nothing, `?` that it is to be typed, `-` none, or the choice itself. */
export interface SettingStart {
  readonly value: string
}

/** Asks from when to when the chat is told nothing. */
export function createQuietHoursDialog({ chats, show, isConversion }: SettingParts): Dialog<SettingStart> {
  return defineDialog('quiet-hours', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askQuiet, typeQuiet, badQuiet } = messages.settings
    const typed = {
      read: (text: string) => (parseHours(text) ? text : undefined),
      again: badQuiet,
      isElsewhere: isConversion,
    }

    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askQuiet,
        keyboard: quietButtons(messages),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const said = pressed === '?' ? await ask(conversation, ctx, { html: typeQuiet, typed }) : pressed
    const hours = parseHours(said)
    if (!hours && said !== '-') return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.setQuietHours(outside.chatKey, hours)
      await show(outside)
    })
  })
}

/** Asks at which hour the chat is sent its digest. */
export function createDigestDialog({ chats, show, isConversion }: SettingParts): Dialog<SettingStart> {
  return defineDialog('digest', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askDigest, typeDigest, badDigest } = messages.settings
    const typed = { read: parseTime, again: badDigest, isElsewhere: isConversion }

    const hasFollows = await ctx.once(({ chatState }) => (chatState?.follows.length ?? 0) > 0)
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: askDigest(hasFollows),
        keyboard: digestButtons(messages),
        pressed: ({ argument }) => argument.slice(1) || undefined,
        typed,
      }))
    const said = pressed === '?' ? await ask(conversation, ctx, { html: typeDigest, typed }) : pressed
    const at = parseTime(said)
    if (at === undefined && said !== '-') return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.setDigest(outside.chatKey, at, outside.now)
      await show(outside)
    })
  })
}

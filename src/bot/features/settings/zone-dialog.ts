import { parseZone } from '../../../parse/times.ts'
import { minuteOfDay } from '../../../rates/time-of-day.ts'
import { ask, type Dialog, defineDialog } from '../../dialogs/dialog.ts'
import type { SettingParts, SettingStart } from './hour-dialogs.ts'
import { zoneButtons } from './keyboards.ts'
import { CARACAS } from './show-settings.ts'

/** Asks where the chat is, for its time zone. */
export function createZoneDialog({ chats, show, isConversion }: SettingParts): Dialog<SettingStart> {
  return defineDialog('zone', async (conversation, ctx, { value }) => {
    const { messages } = ctx
    const { askZone, typeZone, badZone } = messages.settings
    const typed = { read: parseZone, again: badZone, isElsewhere: isConversion }

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
      pressed === '?' ? await ask(conversation, ctx, { html: typeZone, typed }) : parseZone(pressed)
    if (zone === undefined) return ctx.replyOrEdit(messages.oldButton)

    await ctx.once(async (outside) => {
      await chats.setZone(outside.chatKey, zone === CARACAS ? undefined : zone)
      await show(outside)
    })
  })
}

function clockIn(zone: string | undefined, now: number): string {
  const minute = minuteOfDay(now, zone)
  return `${Math.floor(minute / 60)}:${minute % 60}`
}

import { InlineKeyboard } from 'grammy'
import type { Chats } from '../../../chats/chats.ts'
import type { Messages } from '../../../messages/messages.ts'
import { parseValue } from '../../../parse/alert-line.ts'
import { titledBy } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import { formatButtonData, leastButton } from '../../buttons.ts'
import type { BotContext } from '../../context.ts'
import { ask, DialogFeature, defineDialog } from '../../dialogs/dialog.ts'
import { type Access, ADMINISTRATORS } from '../../feature.ts'
import { isThreshold } from '../alerts/alert.ts'

/** Buttons that choose the least change of a followed monitor that the chat is notified of; it has no command. */
export function createLeast(
  access: Access,
  prices: Pick<Prices, 'latest'>,
  chats: Pick<Chats, 'follows'>,
): DialogFeature {
  const dialog = createLeastDialog(prices, chats)
  const feature = new DialogFeature(access, ADMINISTRATORS, [dialog])
  feature.button('least', (ctx, monitor, value) =>
    monitor ? dialog.enter(ctx, { monitor, value }) : ctx.replyOrEdit(ctx.messages.oldButton),
  )
  return feature
}

const PERCENTS: readonly Decimal[] = ['0.5', '1', '2', '5']
/** The chat is notified of every change. */
const EVERY = '0'

/** Arguments of our buttons: '' asks, `?` asks for a typed value, all others are values. */
const ARGUMENTS = ['', '?', EVERY, ...PERCENTS]

interface Start {
  readonly monitor: MonitorId
  /** One of ARGUMENTS. */
  readonly value: string
}

/** Asks for the least change that the chat is notified of. */
function createLeastDialog(prices: Pick<Prices, 'latest'>, chats: Pick<Chats, 'follows'>) {
  return defineDialog<Start>('least-change', async (conversation, ctx, { monitor, value }) => {
    const { messages } = ctx
    const { least, typeLeast, badLeast } = messages.settings
    const typed = { read: (text: string) => readPercent(messages, text), again: badLeast }

    if (!ARGUMENTS.includes(value)) return ctx.replyOrEdit(messages.oldButton)
    const subject = await ctx.once(() => titledBy(prices, monitor))
    const pressed =
      value ||
      (await ask(conversation, ctx, {
        html: least(subject),
        keyboard: keyboardFor(messages, monitor),
        pressed: ({ argument }) => argument || undefined,
        typed,
      }))
    const percent =
      pressed === '?'
        ? await ask(conversation, ctx, { html: typeLeast, typed, back: formatButtonData('least', monitor) })
        : pressed

    await ctx.once((outside) => set(outside, monitor, percent === EVERY ? undefined : percent))
  })

  async function set(ctx: BotContext, monitor: MonitorId, percent: Decimal | undefined): Promise<void> {
    const { settings, notFollowing } = ctx.messages
    const isFollowed = await chats.follows.setLeastChange(ctx.chatKey, monitor, percent)
    const subject = titledBy(prices, monitor)
    await ctx.replyOrEdit(
      isFollowed ? settings.leastSet(subject, percent) : notFollowing(subject),
      leastButton(ctx.messages, monitor),
    )
  }
}

/** Reads a percentage; `0` means every change. */
function readPercent(messages: Messages, text: string): Decimal | undefined {
  const value = parseValue(text, messages.numbers)?.value
  return value === EVERY || (value !== undefined && isThreshold('percent', false, value)) ? value : undefined
}

function keyboardFor({ settings }: Messages, monitor: MonitorId): InlineKeyboard {
  const keyboard = new InlineKeyboard()
    .text(settings.button.everyChange, formatButtonData('least', monitor, EVERY))
    .row()
  for (const percent of PERCENTS)
    keyboard.text(settings.percent(percent), formatButtonData('least', monitor, percent))
  return keyboard.row().text(settings.button.other, formatButtonData('least', monitor, '?'))
}

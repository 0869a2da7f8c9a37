import { isDeepStrictEqual } from 'node:util'
import { InlineKeyboard } from 'grammy'
import { listedButtons, type MonitorList } from '../../bot/buttons.ts'
import { type BotContext, follows, ignoreBadRequest } from '../../bot/context.ts'
import { EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import { titledBy } from '../../prices/prices.ts'
import { actionOf, codeOf, type FieldsOf, parseButtonData, parseFields } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/price.ts'
import { waysOf } from '../convert/exchange.ts'
import { conversionPressed } from '../convert/request.ts'

type Row = InlineKeyboard['inline_keyboard'][number]

/** The button under a list of monitors that shows the next ones; the text and all other buttons stay. */
export function createMore({ access, prices }: FeatureParts): Feature {
  function monitorsFor(ctx: BotContext, { action, fields }: MonitorList): readonly Titled[] {
    const all = prices.all().map(({ quote }) => quote)
    const followed = (ctx.chatState?.follows ?? []).map((monitor) => titledBy(prices, monitor))
    if (action === 'unfollow' || action === 'least') return followed
    if (action === 'follow') return all.filter(({ monitor }) => !follows(ctx, monitor))
    if (action === 'convert') return convertedBy(ctx, fields as FieldsOf<'convert'>)
    if (action !== 'rate') return all
    return mainRatesOf(prices, ctx.preferred).others.map(({ quote }) => quote)
  }

  /** The monitors by which the amount of a conversion button is converted. */
  function convertedBy({ preferred }: BotContext, fields: FieldsOf<'convert'>): readonly Titled[] {
    const request = conversionPressed(fields)
    if (!request) return []
    const ways = waysOf(request, { all: prices.all(), defaults: preferred })
    return ways.map(([{ quote }]) => quote)
  }

  const feature = new Feature(access, EVERYONE)
  feature.button('more', async (ctx, _monitor, fields) => {
    const list = listOf(fields)
    const rows = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard
    if (!list || !rows) return ctx.words.oldButton
    const next = listedButtons(ctx.words, list, monitorsFor(ctx, list), fields.at)
    const isOfList = (row: Row): boolean =>
      row.some((button) => 'callback_data' in button && isListed(list, button.callback_data))
    const first = rows.findIndex(isOfList)
    const others = rows.filter((row) => !isOfList(row))
    const shown = [...others.slice(0, first), ...next.inline_keyboard, ...others.slice(first)]
    // Telegram refuses where nothing changed, or the message is too old.
    await ctx.editMessageReplyMarkup({ reply_markup: InlineKeyboard.from(shown) }).catch(ignoreBadRequest)
    return undefined
  })
  return feature
}

/** Reads which list a button shows the next monitors of; undefined for a forged button. */
function listOf({ code, buttonsMax, rest = '' }: FieldsOf<'more'>): MonitorList | undefined {
  const action = actionOf(code)
  const fields = action && parseFields(action, rest)
  return fields && { action, fields, buttonsMax }
}

/** Whether a button belongs to a list: one of its monitors, or the one that shows the next ones. */
function isListed({ action, fields }: MonitorList, data: string): boolean {
  const pressed = parseButtonData(data)
  if (pressed?.action === 'more') return pressed.fields.code === codeOf(action)
  return (
    pressed?.action === action && pressed.target !== undefined && isDeepStrictEqual(pressed.fields, fields)
  )
}

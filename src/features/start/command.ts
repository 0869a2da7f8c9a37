import { type InlineKeyboard, Keyboard } from 'grammy'
import { act, keyboardOf, showKept } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { DialogFeature } from '../../bot/dialogs/dialog.ts'
import { ADMINISTRATORS, buttonOf, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { type MainRates, mainRatesOf } from '../../prices/benchmarks.ts'
import { newestOfAll } from '../../prices/prices.ts'
import { LANGUAGES, type Words, wordsIn } from '../../words/words.ts'
import { endLive } from '../live/command.ts'
import { stoppedButtons } from '../settings/command.ts'
import { resumedText } from './resumed.ts'
import { commandList, help, welcome } from './text.ts'

/** `/help`: what can be written, and behind a button every command. */
export function createHelp({ access }: FeatureParts) {
  const answer = ({ words, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(help(words), keyboardOf([act(words.button.commands, 'help')]))

  const feature = new Feature(access, EVERYONE)
  feature.command('help', answer)
  feature.button('help', ({ words, replyOrEdit }) => replyOrEdit(commandList(words)))
  return { feature, answer }
}

/** `/start`: a welcome with the main rates, and what to do next; it fits one screen. After a link that names a button of the features `shown` it shows that. */
export function createStart({ access, prices, chats }: FeatureParts, shown: readonly Feature[]): Feature {
  async function showLinked(ctx: BotContext, payload: string): Promise<boolean> {
    const button = buttonOf(payload)
    for (const feature of button ? shown : []) if (button && (await feature.show(ctx, button))) return true
    return false
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('start', async (ctx) => {
    const { chatKey, chatState, words, now } = ctx
    if (chatState && !chatState.language && ctx.isPrivate)
      await chats.settings.setLanguage(chatKey, ctx.language)
    if (ctx.isPrivate && (await showLinked(ctx, ctx.match))) return
    const observedQuotes = await newestOfAll(prices)
    const isBack = ctx.isPrivate && chatState?.isGone === true
    if (ctx.isPrivate) await chats.presence.revive(chatKey, observedQuotes)
    const rates = mainRatesOf(prices, ctx.preferred)
    const gap = rates.gap && ([rates.gap[0].quote, rates.gap[1].quote] as const)
    const html = welcome(words, { observedQuotes: rates.main, gap, now })
    if (!ctx.isPrivate) return showKept(ctx, html, welcomeButtons(words, rates))
    await ctx.replyOrEdit(isBack ? `${resumedText(ctx, prices)}\n\n${html}` : html, keysOf(words))
  })
  feature.filter(hidesKeys, async (ctx) => {
    await ctx.reply(ctx.words.keys.hidden, { reply_markup: { remove_keyboard: true } })
  })
  return feature
}

/** Whether the key that hides the keys was pressed, in whatever language it was shown. */
const hidesKeys = ({ message, isPrivate }: BotContext): boolean =>
  isPrivate && LANGUAGES.some((language) => wordsIn(language).keys.hide === message?.text)

/** Four keys below a private chat, which say what they are called, and one that hides them. */
const keysOf = ({ button, history, keys }: Words): Keyboard =>
  Keyboard.from([[keys.rates, keys.charge, history.chart, button.alert], [keys.hide]]).resized()

/** Four buttons: all rates, a conversion, the chart of the first rate, and a new alert. */
function welcomeButtons({ button, history }: Words, { main }: MainRates): InlineKeyboard {
  const [first] = main
  return keyboardOf(
    [act(button.rates, 'rates'), act(button.convert, 'convert')],
    [first && act(history.chart, 'chart', first.quote.monitor), act(button.alert, 'alert')],
  )
}

/** `/stop`: stops all notifications of the chat; a button, or `/start` in a private chat, resumes them. */
export function createStop({ access, prices, chats }: FeatureParts) {
  async function answer(ctx: BotContext): Promise<void> {
    await endLive(chats, ctx)
    await chats.presence.stop(ctx.chatKey)
    await ctx.replyOrEdit(ctx.words.settings.stopped(ctx.isPrivate), stoppedButtons(ctx.words))
  }

  async function resume(ctx: BotContext): Promise<void> {
    await chats.settings.setMuted(ctx.chatKey, undefined)
    await chats.presence.revive(ctx.chatKey, prices.all())
    await ctx.replyOrEdit(resumedText(ctx, prices))
  }

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('stop', answer)
  feature.button('resume', resume)
  return { feature, answer, resume }
}

/** `/cancel`: leaves the dialog that waits for an answer. */
export function createCancel({ access }: FeatureParts): DialogFeature {
  const feature = new DialogFeature(access, EVERYONE, [])
  feature.command('cancel', async ({ dialog, words, replyOrEdit }) => {
    const { cancelled, nothingAsked } = words.settings
    await replyOrEdit(dialog?.wasLeft ? cancelled : nothingAsked)
  })
  return feature
}

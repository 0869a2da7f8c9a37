import { randomUUID } from 'node:crypto'
import { InlineKeyboard } from 'grammy'
import type { BotContext } from '../../bot/context.ts'
import {
  ask,
  type DialogContext,
  type DialogConversation,
  DialogFeature,
  defineDialog,
} from '../../bot/dialogs/dialog.ts'
import type { Access, Audience } from '../../bot/feature.ts'
import type { Broadcasts } from '../../chats/broadcast.ts'
import type { Chats } from '../../chats/chats.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { escapeHtml } from '../../words/text.ts'
import { broadcastCancelled, broadcastGoing, broadcastQuestion } from './text.ts'

/** `/broadcast TEXT`: shows the text, sends it to every chat once it is confirmed, and shows the progress. */
export function createBroadcast(
  access: Access,
  audience: Audience,
  { broadcasts, reach }: BroadcastOptions,
): DialogFeature {
  const dialog = createBroadcastDialog(broadcasts, reach)

  async function stop(ctx: BotContext, id: string): Promise<string | undefined> {
    const { words } = ctx
    const progress = await broadcasts.progress(id)
    if (!progress || !(await broadcasts.end(id))) return words.operator.broadcastGone
    await ctx.replyOrEdit(broadcastCancelled(words, progress))
    return undefined
  }

  const feature = new DialogFeature(access, audience, [dialog])
  // The argument of a command is short and on one line; a broadcast is neither.
  feature.command('broadcast', (ctx) =>
    dialog.enter(ctx, { text: (ctx.msg.text ?? '').replace(/^\S+\s*/, '').trim() }),
  )
  // The buttons under a draft answer the dialog while that is open.
  feature.button('broadcast', async (ctx, _monitor, argument) => {
    const [what, id = ''] = argument.split(' ')
    return what === 'stop' ? stop(ctx, id) : ctx.words.operator.broadcastGone
  })
  return feature
}

const TEXT_MAX = 3_000
const ID_LENGTH = 8

export interface BroadcastOptions {
  readonly broadcasts: Broadcasts
  readonly reach: Chats['reach']
}

interface Start {
  /** The text after the command; may be empty. */
  readonly text: string
}

/** Asks for the text, shows it, and begins to send it to every chat once it is confirmed. */
function createBroadcastDialog(broadcasts: Broadcasts, reach: Chats['reach']) {
  return defineDialog<Start>('broadcast', async (conversation, ctx, start) => {
    const { words } = ctx
    const text = readText(start.text) ?? (await askWhat(conversation, ctx, start.text))
    if (await ctx.once(isBusy)) return ctx.replyOrEdit(words.operator.broadcastBusy)

    const html = escapeHtml(text)
    const reached = await ctx.once(() => reach())
    // The buttons of an earlier draft must not send this one.
    const id = await ctx.once(() => randomUUID().slice(0, ID_LENGTH))
    const isConfirmed = await ask(conversation, ctx, {
      html: broadcastQuestion(words, html, reached),
      keyboard: confirmButtons(ctx, id),
      pressed: ({ argument }) => argument.startsWith('send'),
    })
    if (!isConfirmed) return ctx.replyOrEdit(words.operator.broadcastDropped)
    if (!(await ctx.once((outside) => begin(outside, html))))
      await ctx.replyOrEdit(words.operator.broadcastBusy)
  })

  async function isBusy(): Promise<boolean> {
    return (await broadcasts.current()) !== undefined
  }

  /** Begins the broadcast, whose progress replaces the message of the button. */
  async function begin(ctx: BotContext, html: string): Promise<boolean> {
    const message = ctx.callbackQuery?.message?.message_id
    const id = ctx.now.toString(36)
    if (message === undefined || !(await broadcasts.begin({ id, html, chat: ctx.chatKey, message })))
      return false
    const nothing = { found: 0, isWhole: false, sent: 0, failed: 0 }
    await ctx.replyOrEdit(broadcastGoing(ctx.words, nothing), cancelKeyboard(ctx, id))
    return true
  }
}

function askWhat(conversation: DialogConversation, ctx: DialogContext, text: string): Promise<string> {
  const { broadcastWhat, broadcastTooLong } = ctx.words.operator
  return ask(conversation, ctx, {
    html: text === '' ? broadcastWhat : broadcastTooLong(TEXT_MAX),
    typed: { read: readText, again: () => broadcastTooLong(TEXT_MAX) },
  })
}

function readText(said: string): string | undefined {
  const text = said.trim()
  return text !== '' && text.length <= TEXT_MAX ? text : undefined
}

const confirmButtons = ({ words: { operator } }: DialogContext, id: string): InlineKeyboard =>
  new InlineKeyboard()
    .text(operator.send, formatButtonData('broadcast', undefined, `send ${id}`))
    .text(operator.cancel, formatButtonData('broadcast', undefined, `drop ${id}`))

/** Button under the progress of a broadcast: cancels that one, and no later one. */
export const cancelKeyboard = ({ words }: Pick<BotContext, 'words'>, id: string): InlineKeyboard =>
  new InlineKeyboard().text(words.operator.cancel, formatButtonData('broadcast', undefined, `stop ${id}`))

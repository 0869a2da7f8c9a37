import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api, InlineKeyboard } from 'grammy'
import { act, keyboardOf } from '../../bot/buttons.ts'
import { type BotContext, ignoreRefusal } from '../../bot/context.ts'
import {
  ask,
  type DialogContext,
  type DialogConversation,
  DialogFeature,
  defineDialog,
} from '../../bot/dialogs/dialog.ts'
import type { Access, Audience } from '../../bot/feature.ts'
import { BROADCAST_MS_MAX, type Broadcast, type Broadcasts, type Progress } from '../../chats/broadcast.ts'
import { everyChatNumber } from '../../chats/census.ts'
import type { Chats } from '../../chats/chats.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Redis, Resources } from '../../redis/connection.ts'
import { escapeHtml } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { broadcastCancelled, broadcastDone, broadcastGoing, broadcastQuestion } from './text.ts'

/** `/broadcast TEXT`: shows the text, sends it to every chat once it is confirmed, and shows the progress. */
export function createBroadcast(
  access: Access,
  audience: Audience,
  { broadcasts, reach }: { readonly broadcasts: Broadcasts; readonly reach: Chats['reach'] },
): DialogFeature {
  /** Asks for the text, which may have been said with the command, shows it, and begins to send it to every chat once it is confirmed. */
  const dialog = defineDialog<{ readonly text: string }>('broadcast', async (conversation, ctx, start) => {
    const { words } = ctx
    const text = readText(start.text) ?? (await askWhat(conversation, ctx, start.text))
    if (await ctx.once(async () => (await broadcasts.current()) !== undefined))
      return ctx.replyOrEdit(words.operator.broadcastBusy)

    const html = escapeHtml(text)
    const reached = await ctx.once(() => reach())
    // The buttons of an earlier draft must not send this one.
    const id = await ctx.once(() => randomUUID().slice(0, ID_LENGTH))
    const isConfirmed = await ask(conversation, ctx, {
      html: broadcastQuestion(words, html, reached),
      keyboard: confirmButtons(ctx, id),
      pressed: (button) => button.action === 'broadcast' && button.fields.act === 'send',
    })
    if (!isConfirmed) return ctx.replyOrEdit(words.operator.broadcastDropped)
    if (!(await ctx.once((outside) => begin(outside, html))))
      await ctx.replyOrEdit(words.operator.broadcastBusy)
  })

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
  feature.button('broadcast', async (ctx, _monitor, { act, id }) =>
    act === 'stop' ? stop(ctx, id) : ctx.words.operator.broadcastGone,
  )
  return feature
}

const TEXT_MAX = 3_000
const ID_LENGTH = 8

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

const confirmButtons = ({ words: { button, operator } }: DialogContext, id: string): InlineKeyboard =>
  keyboardOf([
    act(operator.send, 'broadcast', undefined, { act: 'send', id }),
    act(button.cancel, 'broadcast', undefined, { act: 'drop', id }),
  ])

/** Button under the progress of a broadcast: cancels that one, and no later one. */
const cancelKeyboard = ({ words }: Pick<BotContext, 'words'>, id: string): InlineKeyboard =>
  keyboardOf([act(words.button.cancel, 'broadcast', undefined, { act: 'stop', id })])

const PACE_MS = 1_000
/** After a pause of this length we check that the broadcast is not over and that this process still leads. */
const CONFIRM_AFTER_MS = PACE_MS / 2
/** An edit in a group counts against its 20 messages a minute. */
const GROUP_SHOW_MS = 6_000
/** Share of the send rate for broadcasts, so that price updates do not wait behind one. */
const SHARE_OF_RATE = 0.7

export interface DriveOptions extends Pick<Resources, 'redis' | 'clock'> {
  readonly api: Api
  readonly broadcasts: Broadcasts
  readonly chats: Pick<Chats, 'broadcasts'>
  readonly ratePerSecond: number
  readonly wordsFor: (chat: string) => Promise<Words>
  /** Whether this process still leads. Throws if Redis does not answer. */
  readonly isLeader: () => Promise<boolean>
}

/** Makes chats due for the current broadcast, at the rate at which messages are sent, and shows its progress. */
export function createBroadcastDriver(options: DriveOptions) {
  const { redis, api, broadcasts, chats, clock, isLeader } = options
  const perTurn = Math.max(1, Math.floor((options.ratePerSecond * SHARE_OF_RATE * PACE_MS) / 1_000))
  let shown = ''
  let showAt = 0

  async function show({ id, chat, message }: Broadcast): Promise<void> {
    const words = await options.wordsFor(chat)
    const progress = await broadcasts.progress(id)
    if (!progress) return
    const isOver = clock() - Number.parseInt(id, 36) > BROADCAST_MS_MAX || hasReachedAll(progress)
    const html = isOver ? broadcastDone(words, progress) : broadcastGoing(words, progress)
    if (isOver && !(await broadcasts.end(id))) return
    if (html === shown || (!isOver && clock() < showAt)) return
    shown = html
    showAt = clock() + (isGroup(chat) ? GROUP_SHOW_MS : 0)
    await api
      .editMessageText(chat, message, html, {
        parse_mode: 'HTML',
        ...(!isOver && { reply_markup: cancelKeyboard({ words }, id) }),
      })
      .catch(ignoreRefusal) // it was deleted, or shows this already
  }

  const goesOn = async ({ id }: Broadcast): Promise<boolean> =>
    (await isLeader()) && (await broadcasts.current())?.id === id

  /** After a kill it begins again with the first chat; a chat that was enlisted before is not enlisted again. */
  async function findAll(broadcast: Broadcast): Promise<void> {
    let found = 0
    let confirmedAt = performance.now()
    for await (const chat of everyChat(redis)) {
      if (found === perTurn) {
        found = 0
        await show(broadcast)
        await sleep(PACE_MS)
      }
      // After a freeze another broadcast may have begun, and a chat receives the one that it was enlisted for last.
      if (performance.now() - confirmedAt > CONFIRM_AFTER_MS && !(await goesOn(broadcast))) return
      confirmedAt = performance.now()
      found += Number(await chats.broadcasts.enlist(chat, broadcast.id))
    }
    if (await goesOn(broadcast)) await broadcasts.foundAll(broadcast.id)
  }

  /** Runs one round; does nothing without a current broadcast. */
  return async function drive(): Promise<void> {
    const broadcast = await broadcasts.current()
    if (!broadcast) return
    if (!(await broadcasts.progress(broadcast.id))?.isWhole) await findAll(broadcast)
    if (await goesOn(broadcast)) await show(broadcast)
  }
}

const hasReachedAll = ({ isWhole, found, sent, failed }: Progress): boolean =>
  isWhole && sent + failed >= found

async function* everyChat(redis: Redis): AsyncGenerator<string> {
  for await (const page of everyChatNumber(redis)) yield* page
}

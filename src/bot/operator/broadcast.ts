import { randomUUID } from 'node:crypto'
import { InlineKeyboard } from 'grammy'
import type { Broadcasts } from '../../chats/broadcast.ts'
import { escapeHtml } from '../../messages/text.ts'
import type { Redis } from '../../runtime/redis.ts'
import { formatPress } from '../callback-data.ts'
import type { Command } from '../command.ts'
import type { Turn } from '../turn.ts'
import type { Figures } from './figures.ts'

const TEXT_MAX = 3_000
const DRAFT_SECONDS = 3_600
const ID_LENGTH = 8
const draftKey = (id: string): string => `{broadcast}:draft:${id}`

export interface BroadcastOptions {
  readonly redis: Redis
  readonly broadcasts: Broadcasts
  readonly figures: Pick<Figures, 'countChats'>
}

/** `/broadcast TEXT`: shows it, and once it is confirmed every chat hears it, with its progress below. */
export function createBroadcast({ redis, broadcasts, figures }: BroadcastOptions): Command {
  async function draft(turn: Turn): Promise<void> {
    const words = turn.messages.operator
    // The argument of a command is short and on one line; this one is neither.
    const text = (turn.ctx.msg?.text ?? '').replace(/^\S+\s*/, '').trim()
    if (text === '') return turn.answer(words.broadcastUsage)
    if (text.length > TEXT_MAX) return turn.answer(words.broadcastTooLong(TEXT_MAX))
    if (await broadcasts.current()) return turn.answer(words.broadcastBusy)
    const id = randomUUID().slice(0, ID_LENGTH)
    const html = escapeHtml(text)
    await redis.set(draftKey(id), html, 'EX', DRAFT_SECONDS)
    const { chats, groups } = await figures.countChats()
    const keyboard = new InlineKeyboard()
      .text(words.send, formatPress('broadcast', undefined, `send ${id}`))
      .text(words.cancel, formatPress('broadcast', undefined, `drop ${id}`))
    await turn.answer(words.broadcastQuestion(html, chats + groups), keyboard)
  }

  async function send(turn: Turn, draftId: string): Promise<string | undefined> {
    const words = turn.messages.operator
    const html = await redis.get(draftKey(draftId))
    const message = turn.ctx.callbackQuery?.message?.message_id
    if (!html || message === undefined) return words.broadcastGone
    const id = turn.now.toString(36)
    if (!(await broadcasts.begin({ id, html, chat: turn.chat, message }))) return words.broadcastBusy
    await redis.del(draftKey(draftId))
    const nothing = { found: 0, isWhole: false, sent: 0, failed: 0 }
    await turn.answer(words.broadcastGoing(nothing), cancelKeyboard(turn, id))
    return undefined
  }

  async function stop(turn: Turn, id: string): Promise<string | undefined> {
    const words = turn.messages.operator
    const progress = await broadcasts.progress(id)
    if (!progress || !(await broadcasts.end(id))) return words.broadcastGone
    await turn.answer(words.broadcastCancelled(progress))
    return undefined
  }

  async function drop(turn: Turn, id: string): Promise<undefined> {
    await redis.del(draftKey(id))
    await turn.answer(turn.messages.operator.broadcastDropped)
  }

  return {
    names: ['broadcast', 'difundir'],
    changes: true,
    run: draft,
    buttons: {
      broadcast: async (turn, _monitor, argument) => {
        const [what, id = ''] = argument.split(' ')
        if (what === 'send') return send(turn, id)
        return what === 'stop' ? stop(turn, id) : drop(turn, id)
      },
    },
  }
}

/** Under the progress of a broadcast: it cancels that one, and no later one. */
export const cancelKeyboard = ({ messages }: Pick<Turn, 'messages'>, id: string): InlineKeyboard =>
  new InlineKeyboard().text(messages.operator.cancel, formatPress('broadcast', undefined, `stop ${id}`))

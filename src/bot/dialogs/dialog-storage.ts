import {
  type ConversationContextStorage,
  type ConversationData,
  PLUGIN_DATA_VERSION,
  type VersionedState,
} from '@grammyjs/conversations'
import type { Chat } from 'grammy/types'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { parseButtonData } from '../buttons.ts'
import type { BotContext } from '../context.ts'

/** Where dialogs wait for their answers, in text that is gone after its seconds. */
export interface DialogStore {
  get(key: string): Promise<string | null>
  del(key: string): Promise<unknown>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

/** Raise it with every change of what a dialog asks, and in which order: a stored dialog is replayed from its start. 1 had no dialogs. */
const DIALOGS_VERSION = 2
const KEPT_SECONDS = 15 * 60

/**
 * Keeps one dialog for each person in each chat: `question:CHAT:USER:SENDER_CHAT`, in Redis for 15 minutes. Who writes as
 * the chat itself is nobody in particular, so USER is empty there.
 */
export function createDialogStorage(store: DialogStore, log: Log) {
  const warn = (error: unknown): undefined => {
    log.warn({ err: messageOf(error) }, 'dialogs cannot be read')
  }

  async function read(ctx: BotContext): Promise<VersionedState<ConversationData> | undefined> {
    const key = await findKey(store, ctx).catch(warn)
    const text = key && (await store.get(key).catch(warn))
    if (ctx.dialog && key) ctx.dialog.key = key
    const state = text ? parseState(text) : undefined
    if (ctx.dialog && text && !state) ctx.dialog.isOutdated = true
    return state
  }

  const storage: ConversationContextStorage<BotContext, ConversationData> = {
    type: 'context',
    version: DIALOGS_VERSION,
    adapter: {
      read,
      async write({ dialog }, state) {
        if (!dialog?.isUndone && dialog?.key !== undefined)
          await store.set(dialog.key, JSON.stringify(state), 'EX', KEPT_SECONDS)
      },
      async delete({ dialog }) {
        if (!dialog?.isUndone && dialog?.key !== undefined) await store.del(dialog.key)
      },
    },
  }

  return {
    storage,
    /** Forgets a dialog of an older program. */
    async forget({ dialog }: BotContext): Promise<void> {
      if (dialog?.key !== undefined) await store.del(dialog.key)
    },
    /** Remembers whose dialog a message of a group asks for, so that a reply in the group's name finds it. */
    async remember({ chat, dialog }: BotContext, message: number): Promise<void> {
      if (chat && chat.type !== 'private' && dialog?.key !== undefined)
        await store.set(keyOfMessage(chat, message), dialog.key, 'EX', KEPT_SECONDS)
    },
  }
}

export type DialogStorage = ReturnType<typeof createDialogStorage>

const keyOf = (chat: Chat, user: number | '', senderChat: number | ''): string =>
  `question:${chat.id}:${user}:${senderChat}`

const keyOfMessage = (chat: Chat, message: number): string => `question:${chat.id}:message:${message}`

/** Whether an update has both a chat and somebody in it, without which there is no dialog. */
export const hasSpeaker = ({ chat, from, channelPost }: BotContext): boolean =>
  chat !== undefined && (from !== undefined || channelPost !== undefined)

/** The key of an update's dialog. A press comes from a person, also where the command or the reply came from the group itself. */
async function findKey(store: DialogStore, ctx: BotContext): Promise<string | undefined> {
  const { chat, from, message, channelPost, callbackQuery } = ctx
  if (!chat) return undefined
  const said = message ?? channelPost
  const ofChat = keyOf(chat, '', chat.id)
  if (said?.sender_chat?.id === chat.id) {
    const asked = said.reply_to_message?.message_id
    return asked === undefined ? ofChat : ((await store.get(keyOfMessage(chat, asked))) ?? ofChat)
  }
  const own = from && keyOf(chat, from.id, said?.sender_chat?.id ?? '')
  // No other dialog is begun by a command, so no other button stands under a dialog that the chat itself began.
  const isOfCommand = parseButtonData(callbackQuery?.data ?? '')?.action === 'broadcast'
  if (!own || !isOfCommand || chat.type === 'private') return own
  return (await store.get(own)) === null ? ofChat : own
}

/** Undefined for what an older program stored, and for what cannot be read. */
function parseState(text: string): VersionedState<ConversationData> | undefined {
  try {
    const state: unknown = JSON.parse(text)
    return isOurs(state) ? state : undefined
  } catch {
    // Not ours, or cut off.
    return undefined
  }
}

function isOurs(state: unknown): state is VersionedState<ConversationData> {
  if (typeof state !== 'object' || state === null || !('version' in state) || !('state' in state))
    return false
  const { version } = state
  return Array.isArray(version) && version[0] === PLUGIN_DATA_VERSION && version[1] === DIALOGS_VERSION
}

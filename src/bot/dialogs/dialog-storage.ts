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

/** The commands of Redis by which dialogs are stored as expiring text. */
export interface DialogStore {
  get(key: string): Promise<string | null>
  del(key: string): Promise<unknown>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

/** Raise it whenever the questions of a dialog or their order change, as a stored dialog is replayed from its start. */
const DIALOGS_VERSION = 2
const KEPT_SECONDS = 15 * 60

/**
 * Stores one dialog for each person in each chat, for 15 minutes: `question:CHAT:USER:SENDER_CHAT`. USER is empty for
 * those who write as the chat itself.
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
    /** Links a question in a group to its dialog, so that a reply in the group's name finds it. */
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

/** Whether an update has a chat and a sender, as a dialog needs. */
export const hasSpeaker = ({ chat, from, channelPost }: BotContext): boolean =>
  chat !== undefined && (from !== undefined || channelPost !== undefined)

/** The key of an update's dialog. A press is always a person's, even if the dialog was begun in the name of the group. */
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
  // Only `/broadcast` begins a dialog by a command, so only its buttons can belong to a dialog of the chat itself.
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
    // It is not JSON.
    return undefined
  }
}

function isOurs(state: unknown): state is VersionedState<ConversationData> {
  if (typeof state !== 'object' || state === null || !('version' in state) || !('state' in state))
    return false
  const { version } = state
  return Array.isArray(version) && version[0] === PLUGIN_DATA_VERSION && version[1] === DIALOGS_VERSION
}

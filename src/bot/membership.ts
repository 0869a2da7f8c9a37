import type { Context } from 'grammy'

/** What we keep of chats that come and go. */
export interface Comings {
  retire(chat: string): Promise<void>
  revive(chat: string): Promise<void>
  migrate(from: string, to: string): Promise<void>
}

const GONE = ['kicked', 'left']

/** The bot was blocked, removed, let in again; or the group became a supergroup with another number. */
export const createMembership = (chats: Comings) => ({
  async onMember(ctx: Context): Promise<void> {
    const change = ctx.myChatMember
    if (!change) return
    const chat = String(change.chat.id)
    await (GONE.includes(change.new_chat_member.status) ? chats.retire(chat) : chats.revive(chat))
  },

  async onMigration(ctx: Context): Promise<void> {
    const { chat, migrate_to_chat_id: to } = ctx.message ?? {}
    if (chat && to !== undefined) await chats.migrate(String(chat.id), String(to))
  },
})

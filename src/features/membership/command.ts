import { Composer, type Context } from 'grammy'
import type { ChatMember } from 'grammy/types'
import type { ChannelAnswers } from '../../bot/channel-answers.ts'
import type { BotContext } from '../../bot/context.ts'
import type { FeatureParts } from '../../bot/feature.ts'
import { monitorRef } from '../../domain/monitor.ts'
import { messageOf } from '../../runtime/log.ts'
import { languageOf, wordsIn } from '../../words/words.ts'
import { postLive } from '../live/command.ts'
import { pinnedOverview } from '../rate/text.ts'

const GONE = ['kicked', 'left']

/** Handles that the bot was blocked, removed or added again, and that a group became a supergroup with another number. */
export function createMembership(
  { chats, sessions, prices, defaultLanguage, clock, log }: FeatureParts,
  channelAnswers: Pick<ChannelAnswers, 'tell'>,
): Composer<BotContext> {
  /** Greets a chat that added us, once, in the language of the person who did. */
  async function greet(ctx: Context): Promise<void> {
    const { chat: place, from } = ctx
    if (!place || !from || place.type === 'private') return
    const chat = String(place.id)
    if ((await chats.read(chat)).language) return
    const language = languageOf(ctx.from?.language_code) ?? defaultLanguage
    await chats.settings.setLanguage(chat, language)
    const words = wordsIn(language)
    const { greetChannel, greetGroup } = words.live
    const greeting =
      place.type === 'channel'
        ? channelAnswers.tell(ctx, from.id, words, { channel: place, html: greetChannel })
        : ctx.reply(greetGroup)
    await greeting.catch((error: unknown) => {
      log.info({ chat, err: messageOf(error) }, 'a chat that let us in cannot be greeted')
    })
  }

  /** Posts the live message again, as a group that becomes a supergroup leaves its messages behind. */
  async function repost(ctx: Context, chat: string): Promise<void> {
    const { live, language, numbers, thread } = await chats.read(chat)
    if (live?.message !== 0) return
    const shown = prices
      .all()
      .filter(({ quote }) => live.ref === undefined || live.ref === monitorRef(quote.monitor))
    const words = wordsIn(languageOf(language) ?? defaultLanguage, numbers)
    const html = pinnedOverview(words, { observedQuotes: shown, now: clock() })
    await postLive(chats, { api: ctx.api, chat, html, thread, ref: live.ref })
  }

  const composer = new Composer<BotContext>()

  composer.on('my_chat_member', async (ctx) => {
    const { chat: place, new_chat_member: now, old_chat_member: before } = ctx.myChatMember
    const chat = String(place.id)
    if (isGone(now)) return chats.presence.retire(chat)
    await chats.presence.rejoin(chat, prices.all())
    const isChannel = place.type === 'channel'
    if (isChannel) await chats.settings.noteChannel(chat)
    const isAdded = isGone(before) && mayPost(now, isChannel)
    if (isAdded) await greet(ctx)
  })

  composer.on('message:migrate_to_chat_id', async (ctx) => {
    const chatKey = String(ctx.chat.id)
    const to = String(ctx.message.migrate_to_chat_id)
    await chats.presence.migrate(chatKey, to)
    await sessions.forget(chatKey)
    await repost(ctx, to)
  })

  return composer
}

const isGone = ({ status }: ChatMember): boolean => GONE.includes(status)

function mayPost(member: ChatMember, inChannel: boolean): boolean {
  if (member.status === 'restricted') return member.can_send_messages
  return !inChannel || (member.status === 'administrator' && member.can_post_messages === true)
}

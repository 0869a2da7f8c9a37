import { messagesIn } from '../../messages/messages.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { messageOf } from '../../runtime/failure.ts'
import { type BotContext, type LoadChat, replyTo } from '../context.ts'
import type { Access } from '../rights.ts'
import type { DialogConversation, DialogFeature, DialogFlavor, DialogPlugins } from './dialog.ts'
import type { DialogStorage } from './dialog-storage.ts'

export interface PluginOptions {
  /** To which the dialog belongs. */
  readonly feature: DialogFeature
  readonly access: Access
  readonly storage: DialogStorage
  readonly loadChat: LoadChat
}

/** Gives every context inside a dialog its flavor. Its methods use the update's own context, whose API counts what is sent. */
export function createDialogPlugins({ feature, access, storage, loadChat }: PluginOptions): DialogPlugins {
  async function withChat(outside: BotContext): Promise<BotContext> {
    if (!(await loadChat(outside))) throw new Error('a dialog in no chat')
    return outside
  }

  async function mayAnswer(outside: BotContext): Promise<boolean> {
    const { audience } = feature
    if (audience.isThere?.(outside) === false || !(await access.mayUse(outside, audience))) return false
    if (outside.dialog) outside.dialog.isTaken = true
    return true
  }

  async function askForText(outside: BotContext, html: string): Promise<number> {
    const { isPrivate } = await withChat(outside)
    const { message_id } = await outside.reply(html, {
      parse_mode: 'HTML',
      ...(!isPrivate && { reply_markup: { force_reply: true } }),
      ...(!isPrivate && outside.message && replyTo(outside.message.message_id)),
    })
    await storage.remember(outside, message_id)
    return message_id
  }

  function flavorOf(
    conversation: DialogConversation,
    { language, numbers, isPrivate }: Manner,
  ): DialogFlavor {
    const withOutside = <T>(task: (outside: BotContext) => T | Promise<T>): Promise<T> =>
      once(conversation, async (outside) => task(await withChat(outside)))
    return {
      messages: messagesIn(language, numbers),
      isPrivate,
      once: withOutside,
      replyOrEdit: (html, keyboard) => withOutside((outside) => outside.replyOrEdit(html, keyboard)),
      askForText: (html) => once(conversation, (outside) => askForText(outside, html)),
      mayAnswer: () => once(conversation, mayAnswer),
    }
  }

  return (conversation) => [
    async (ctx, next) => {
      const manner = await once(conversation, async (outside) => mannerOf(await withChat(outside)))
      Object.assign(ctx, flavorOf(conversation, manner))
      ctx.api.config.use(refuseToSend)
      await next()
    },
  ]
}

/** The language, number format and kind of a chat. */
type Manner = Pick<BotContext, 'language' | 'isPrivate'> & { readonly numbers: NumberStyle }

const mannerOf = ({ language, messages, isPrivate }: BotContext): Manner => ({
  language,
  numbers: messages.numbers,
  isPrivate,
})

/** Runs a task once, on the update's own context. An error keeps its class, by which failures are told apart. */
function once<T>(
  conversation: DialogConversation,
  task: (outside: BotContext) => T | Promise<T>,
): Promise<T> {
  let thrown: unknown
  return conversation.external<T, T>({
    async task(outside) {
      try {
        return await task(outside)
      } catch (error) {
        thrown = error
        throw error
      }
    },
    beforeStoreError: messageOf,
    afterLoadError: (stored) => thrown ?? new Error(String(stored)),
  })
}

/** The plugin's own Api has none of our transformers, so its messages would not be counted. */
const refuseToSend = async (): Promise<never> => {
  throw new Error('a dialog sends by the methods of its context')
}

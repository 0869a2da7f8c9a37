import { expect, test } from 'vitest'
import { addFlavor, type BotContext } from '../../../src/bot/context.ts'
import { refusal } from '../telegram/refusal.ts'

type Options = Record<string, unknown>

/** The context of a person's message in a chat, and the replies to it. */
async function arrange(more: object, refused?: (options: Options) => Error | undefined) {
  const replies: Options[] = []
  const ctx = {
    chat: { id: -1, type: 'supergroup' },
    from: { id: 7, is_bot: false },
    message: { message_id: 3 },
    async reply(_html: string, options: Options) {
      const error = refused?.(options)
      if (error) throw error
      replies.push(options)
    },
    ...more,
  } as unknown as BotContext
  const flavor = addFlavor({
    readChat: async () => undefined,
    answerPrivately: async () => 0,
    defaultLanguage: 'es',
    clock: () => 0,
  })
  await flavor(ctx, async () => {})
  return { ctx, replies }
}

const toOne = expect.objectContaining({ ephemeral_message_parameters: { receiver_user_id: 7 } })
const toAll = expect.objectContaining({ reply_parameters: expect.objectContaining({ message_id: 3 }) })

const refuseOne = ({ ephemeral_message_parameters }: Options) =>
  ephemeral_message_parameters ? refusal(400, 'Bad Request: EPHEMERAL_NOT_ALLOWED') : undefined

test.each([
  ['is shown to the sender only', {}, undefined, toOne],
  ['is a reply that all see if Telegram cannot show it to one person', {}, refuseOne, toAll],
  [
    'to who writes as the group is before all',
    { message: { message_id: 3, sender_chat: { id: -1 } } },
    undefined,
    toAll,
  ],
  ['to a bot is before all', { from: { id: 7, is_bot: true } }, undefined, toAll],
  ['to a channel is before all', { chat: { id: -1, type: 'channel' } }, undefined, toAll],
])('a refusal in a group %s', async (_, more, refused, shown) => {
  const { ctx, replies } = await arrange(more, refused)
  await ctx.replyToSender('no')
  expect(replies).toEqual([shown])
})

test('a refusal that could not be sent is an error', async () => {
  const { ctx } = await arrange({}, () => new Error('socket hang up'))
  await expect(ctx.replyToSender('no')).rejects.toThrow('socket hang up')
})

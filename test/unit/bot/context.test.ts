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

const refuseOne = ({ ephemeral_message_parameters }: Options) =>
  ephemeral_message_parameters ? refusal(400, 'Bad Request: EPHEMERAL_NOT_ALLOWED') : undefined

test('a refusal in a group is shown to the sender only', async () => {
  const { ctx, replies } = await arrange({})
  await ctx.replyToSender('no')
  const toSender = { ephemeral_message_parameters: { receiver_user_id: 7 } }
  expect(replies).toEqual([expect.objectContaining(toSender)])
})

test.each([
  ['where Telegram cannot show it to one person', {}, refuseOne],
  ['to who writes as the group', { message: { message_id: 3, sender_chat: { id: -1 } } }],
  ['to a bot', { from: { id: 7, is_bot: true } }],
  ['to a channel', { chat: { id: -1, type: 'channel' } }],
])('a refusal in a group is a reply that all see %s', async (_, more, refused?: typeof refuseOne) => {
  const { ctx, replies } = await arrange(more, refused)
  await ctx.replyToSender('no')
  expect(replies).toMatchObject([{ reply_parameters: { message_id: 3 } }])
})

test('a refusal that could not be sent is an error', async () => {
  const { ctx } = await arrange({}, () => new Error('socket hang up'))
  await expect(ctx.replyToSender('no')).rejects.toThrow('socket hang up')
})

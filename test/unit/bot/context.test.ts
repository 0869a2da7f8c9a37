import { GrammyError } from 'grammy'
import { expect, test } from 'vitest'
import { addFlavor, type BotContext } from '../../../src/bot/context.ts'

type Options = Record<string, unknown>

const refusal = (description: string): GrammyError =>
  new GrammyError('sendMessage', { ok: false, error_code: 400, description }, 'sendMessage', {})

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

test('a refusal in a group is shown to the sender only', async () => {
  const { ctx, replies } = await arrange({})
  await ctx.replyToSender('no')
  expect(replies).toEqual([toOne])
})

test('a refusal is a reply that all see if Telegram cannot show it to one person', async () => {
  const { ctx, replies } = await arrange({}, ({ ephemeral_message_parameters }) =>
    ephemeral_message_parameters ? refusal('Bad Request: EPHEMERAL_NOT_ALLOWED') : undefined,
  )
  await ctx.replyToSender('no')
  expect(replies).toEqual([toAll])
})

test('a refusal that could not be sent is an error', async () => {
  const { ctx } = await arrange({}, () => new Error('socket hang up'))
  await expect(ctx.replyToSender('no')).rejects.toThrow('socket hang up')
})

test.each([
  ['who writes as the group', { message: { message_id: 3, sender_chat: { id: -1 } } }],
  ['a bot', { from: { id: 7, is_bot: true } }],
  ['a channel', { chat: { id: -1, type: 'channel' } }],
])('%s is refused before all', async (_, more) => {
  const { ctx, replies } = await arrange(more)
  await ctx.replyToSender('no')
  expect(replies).toEqual([toAll])
})

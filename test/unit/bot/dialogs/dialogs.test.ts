import { Bot, InlineKeyboard, type Transformer } from 'grammy'
import type { Message, Update } from 'grammy/types'
import { expect, test } from 'vitest'
import type { Right } from '../../../../src/bot/administrators.ts'
import { addFlavor, type BotContext } from '../../../../src/bot/context.ts'
import { ask, DialogFeature, defineDialog } from '../../../../src/bot/dialogs/dialog.ts'
import { createDialogs } from '../../../../src/bot/dialogs/dialogs.ts'
import { ADMINISTRATORS, createAccess, EVERYONE, Feature } from '../../../../src/bot/feature.ts'
import { createSessions } from '../../../../src/bot/session.ts'
import { createCancel } from '../../../../src/features/start/command.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { formatButtonData } from '../../../../src/telegram/button-data.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { createMemoryStore } from '../../../integration/bot/memory.ts'

const ME = { id: 7, is_bot: true as const, first_name: 'Bot', username: 'our_bot' }
const GROUP = { id: -5, type: 'supergroup' as const, title: 'Group' }
const PRIVATE = { id: 1, type: 'private' as const, first_name: 'Ana' }
const ANA = { id: 1, is_bot: false, first_name: 'Ana', language_code: 'en' }
const LUIS = { id: 2, is_bot: false, first_name: 'Luis' }
/** Who writes as the group seems to be the same bot of Telegram in all groups. */
const ANONYMOUS = { id: 1_087_968_824, is_bot: true, first_name: 'Group' }
const KEPT = { defaults: [], follows: [], told: [], alerts: [] }
const words = wordsIn('en', 'es-VE')

/** Texts of other features. */
const ELSEWHERE: ReadonlyMap<string, 'stays' | 'leaves'> = new Map([
  ['a rate', 'stays'],
  ['stop all', 'leaves'],
])

interface Said {
  readonly chat?: typeof GROUP | typeof PRIVATE
  readonly from?: Message['from']
  readonly as?: typeof GROUP
  readonly replyTo?: number
  readonly replyToOf?: typeof ME | typeof LUIS
}

/** A bot with one dialog that asks for a number, and what it sent. */
function arrange(more: { dialog?: ReturnType<typeof defineDialog<object>> } = {}) {
  const sent: { readonly text: string; readonly id: number }[] = []
  const taken: string[] = []
  const store = createMemoryStore()
  const reads: string[] = []
  const time = { now: 0 }
  const rights = { right: 'yes' as Right, refuseToSend: undefined as (() => object) | undefined }
  const stopping = new AbortController()
  let messages = 100
  let updates = 0

  const number =
    more.dialog ??
    defineDialog<object>('number', async (conversation, ctx) => {
      const value = await ask(conversation, ctx, {
        html: 'Which number?',
        typed: {
          read: (text) => (/^\d+$/.test(text) ? text : undefined),
          again: (text) => `${text} is no number`,
        },
      })
      await ctx.once(() => void taken.push(value))
      await ctx.replyOrEdit(`It is ${value}`)
    })
  const bot = new Bot<BotContext>('1:a', { botInfo: ME as unknown as BotContext['me'] })
  const answer = (async (_call: unknown, method: string, payload: object) => {
    const refused = rights.refuseToSend?.()
    if (refused) return refused
    if (!method.startsWith('send') && !method.startsWith('edit')) return { ok: true, result: true }
    const { text, chat_id } = payload as { text: string; chat_id: number }
    messages++
    sent.push({ text, id: messages })
    return { ok: true, result: { message_id: messages, chat: { id: chat_id }, date: 0, text } }
  }) as unknown as Transformer
  bot.api.config.use(answer)
  const flavor = addFlavor({
    readChat: async () => KEPT,
    answerPrivately: async () => 0,
    defaultLanguage: 'en',
    clock: () => 0,
  })
  const access = createAccess({
    administrators: async () => rights.right,
    admit: () => ({ kind: 'go' }),
    monitors: () => [],
  })
  const asking = new DialogFeature(access, ADMINISTRATORS, [number])
  asking.command('settings', (ctx) => number.enter(ctx, {}))
  asking.button('broadcast', ({ replyOrEdit }) => replyOrEdit('gone'))
  const rates = new Feature(access, EVERYONE)
  rates.command('rate', (ctx) => ctx.replyOrEdit('a rate'))
  const features = [asking, createCancel(access), rates]
  bot.use(
    flavor,
    createDialogs({
      features,
      findPoster: async () => undefined,
      sessions: createSessions(
        {
          ...store,
          hget(key, field) {
            reads.push(field)
            return store.hget(key, field)
          },
        },
        () => time.now,
        createLog('silent').log,
      ),
      access,
      readElsewhere: (text) => ELSEWHERE.get(text),
      stopping: stopping.signal,
      log: createLog('silent').log,
    }),
  )
  bot.on('message:text', async (ctx, next) => {
    if (!ctx.message.text.startsWith('/')) sent.push({ text: 'passed on', id: 0 })
    await next()
  })
  bot.use(...features)

  /** Says something; what the bot sent since the message before. */
  async function say(text: string, { chat = GROUP, from = ANA, as, replyTo, replyToOf = ME }: Said = {}) {
    sent.length = 0
    const entities = text.startsWith('/') ? [{ type: 'bot_command', offset: 0, length: text.length }] : []
    const reply = replyTo !== undefined && {
      reply_to_message: { message_id: replyTo, from: replyToOf, chat },
    }
    const message = {
      message_id: ++messages,
      date: 0,
      chat,
      from,
      text,
      entities,
      ...reply,
      ...(as && { sender_chat: as }),
    }
    await bot.handleUpdate({ update_id: ++updates, message } as unknown as Update)
    return sent.map((one) => one.text)
  }
  /** Presses a button under the newest message. */
  async function buttonData(from: typeof ANA, data: string, chat: typeof GROUP | typeof PRIVATE = GROUP) {
    const message = { message_id: asked(), date: 0, chat, from: ME, text: 'asked' }
    sent.length = 0
    const callback_query = { id: String(++updates), from, message, data, chat_instance: '' }
    await bot.handleUpdate({ update_id: ++updates, callback_query } as unknown as Update)
    return sent.map((one) => one.text)
  }
  const asked = (): number => sent.at(-1)?.id ?? 0
  return { say, buttonData, sent, asked, taken, store, reads, time, rights, stopping }
}

/** Up to the question, asked of Ana in the group; `replyTo` is its message. */
async function upToQuestion(more: Parameters<typeof arrange>[0] = {}) {
  const parts = arrange(more)
  await parts.say('/settings')
  return { ...parts, replyTo: parts.asked() }
}

test.each([
  ['a reply to it', { from: ANA }, ['It is 950']],
  ['a reply of another person', { from: LUIS }, ['passed on']],
  ['a reply in the name of the group', { from: ANONYMOUS, as: GROUP }, ['It is 950']],
] as const)('in a group a question is answered by %s', async (_who, said, answer) => {
  const { say, replyTo } = await upToQuestion()
  expect(await say('950', { ...said, replyTo })).toEqual(answer)
})

test('in a group neither a plain message nor a reply to another message is an answer', async () => {
  const { say, replyTo, reads } = await upToQuestion()
  expect(await say('950', { replyTo: replyTo + 50 })).toEqual(['passed on'])
  reads.length = 0
  expect([await say('950'), await say('950', { replyTo, replyToOf: LUIS }), reads]).toEqual([
    ['passed on'],
    ['passed on'],
    [],
  ])
})

test('an answer in the name of the group is taken once, and ends the dialog of the one who was asked', async () => {
  const { say, replyTo, taken } = await upToQuestion()
  const anonymous = { from: ANONYMOUS, as: GROUP, replyTo }
  await say('950', anonymous)
  expect([await say('950', anonymous), await say('950', { replyTo }), taken]).toEqual([
    ['passed on'],
    ['passed on'],
    ['950'],
  ])
})

test('/cancel ends the dialog; in the name of the group, as a reply to its question', async () => {
  const { nothingAsked, cancelled } = words.settings
  const { say, replyTo } = await upToQuestion()
  const anonymous = { from: ANONYMOUS, as: GROUP }
  expect(await say('/cancel', { ...anonymous, replyTo: replyTo + 50 })).toEqual([nothingAsked])
  expect(await say('/cancel', { ...anonymous, replyTo })).toEqual([cancelled])
  expect(await say('/cancel')).toEqual([nothingAsked])
})

test('other commands work meanwhile, and read nothing of dialogs', async () => {
  const { say, reads } = arrange()
  await say('/settings', { chat: PRIVATE })
  reads.length = 0
  expect([await say('/rate', { chat: PRIVATE }), reads]).toEqual([['a rate'], []])
  expect(await say('950', { chat: PRIVATE })).toEqual(['It is 950'])
})

test('a text of a person without a dialog costs one read and no write', async () => {
  const { say, reads, store } = arrange()
  expect(await say('950', { chat: PRIVATE })).toEqual(['passed on'])
  expect([reads.length, store.values.size]).toEqual([1, 0])
})

test('a dialog of an older program is not replayed, and its answer is told so', async () => {
  const { say, taken, store } = arrange()
  await say('/settings', { chat: PRIVATE })
  const [[key, text] = ['', '{}']] = [...store.values]
  store.values.set(key, JSON.stringify(['0.4', ...JSON.parse(text).slice(1)]))
  expect([await say('7', { chat: PRIVATE }), taken, [...store.values]]).toEqual([
    [words.settings.outdated],
    [],
    [],
  ])
})

test('a question waits for 15 minutes', async () => {
  for (const [minutes, answer] of [
    [15, 'passed on'],
    [14, 'It is 950'],
  ] as const) {
    const { say, replyTo, time } = await upToQuestion()
    time.now = minutes * 60_000
    expect(await say('950', { replyTo })).toEqual([answer])
  }
})

test('an answer is accepted only from a person with the right; the dialog waits for one', async () => {
  const { say, replyTo, rights, taken } = await upToQuestion()
  rights.right = 'no'
  expect(await say('1', { replyTo })).toEqual([words.administratorsOnly])
  rights.right = 'unknown'
  expect(await say('2', { replyTo })).toEqual([words.administratorsUnknown])
  rights.right = 'yes'
  expect(await say('3', { replyTo })).toEqual(['It is 3'])
  expect(taken).toEqual(['3'])
})

test('a dialog asks at most ten times', async () => {
  const { say } = arrange()
  await say('/settings', { chat: PRIVATE })
  const answers: string[] = []
  for (let i = 0; i < 11; i++) answers.push(...(await say('x', { chat: PRIVATE })))
  expect(answers).toEqual([...Array(9).fill('x is no number'), words.settings.cancelled, 'passed on'])
})

test('a task before an answer is not repeated when the dialog is replayed', async () => {
  const { say } = arrange()
  await say('/settings', { chat: PRIVATE })
  expect([await say('x', { chat: PRIVATE }), await say('y', { chat: PRIVATE })]).toEqual([
    ['x is no number'],
    ['y is no number'],
  ])
})

test('an answer that a 429 or a stop interrupts can be given again', async () => {
  const { say, rights, stopping, taken } = arrange()
  const there = { chat: PRIVATE }
  await say('/settings', there)
  rights.refuseToSend = () => ({ ok: false, error_code: 429, description: 'Too Many Requests' })
  await expect(say('x', there)).rejects.toThrow('429')
  stopping.abort()
  rights.refuseToSend = () => ({ ok: false, error_code: 500, description: 'stopping' })
  await expect(say('x', there)).rejects.toThrow('500')
  rights.refuseToSend = undefined
  expect([await say('950', there), taken]).toEqual([['It is 950'], ['950']])
})

test('a dialog that fails is deleted', async () => {
  const { say, rights } = arrange()
  await say('/settings', { chat: PRIVATE })
  rights.refuseToSend = () => ({ ok: false, error_code: 500, description: 'Internal' })
  await expect(say('950', { chat: PRIVATE })).rejects.toThrow('500')
  rights.refuseToSend = undefined
  expect(await say('950', { chat: PRIVATE })).toEqual(['passed on'])
})

test('a text answers no dialog while Redis cannot be reached', async () => {
  const { say, store } = arrange()
  store.hget = async () => {
    throw new Error('away')
  }
  expect(await say('950', { chat: PRIVATE })).toEqual(['passed on'])
})

/** Asks by buttons, as a broadcast is confirmed. */
const confirmed = () =>
  defineDialog<object>('confirmed', async (conversation, ctx) => {
    const isSure = await ask(conversation, ctx, {
      html: 'Sure?',
      keyboard: new InlineKeyboard()
        .text('Yes', formatButtonData('broadcast', undefined, { act: 'send', id: '1' }))
        .text('No', formatButtonData('broadcast', undefined, { act: 'drop', id: '1' })),
      pressed: (button) => button.action === 'broadcast' && button.fields.act === 'send',
    })
    await ctx.replyOrEdit(isSure ? 'Sent' : 'Dropped')
  })

test('a dialog begun in the name of the group is confirmed by the press of an administrator', async () => {
  const { say, buttonData } = arrange({ dialog: confirmed() })
  expect(await say('/settings', { from: ANONYMOUS, as: GROUP })).toEqual(['Sure?'])
  expect(await buttonData(ANA, formatButtonData('broadcast', undefined, { act: 'send', id: '1' }))).toEqual([
    'Sent',
  ])
})

test('a press under an earlier question confirms nothing', async () => {
  const { say, buttonData } = arrange({ dialog: confirmed() })
  await say('/settings', { chat: PRIVATE })
  expect(
    await buttonData(ANA, formatButtonData('broadcast', undefined, { act: 'send', id: '0' }), PRIVATE),
  ).toEqual(['gone'])
})

test('a dialog replies by its own context too, once, although it is replayed', async () => {
  const greets = defineDialog<object>('greets', async (conversation, ctx) => {
    const { text } = await ctx.reply('Hello')
    await ask(conversation, ctx, {
      html: `${text}?`,
      typed: { read: () => undefined, again: (said) => said },
    })
  })
  const { say } = arrange({ dialog: greets })
  expect(await say('/settings', { chat: PRIVATE })).toEqual(['Hello', 'Hello?'])
  expect(await say('x', { chat: PRIVATE })).toEqual(['x'])
})

test('a look-up is answered while the question stays open, a change leaves it, and words of cancelling end it', async () => {
  const first = await upToQuestion()
  const { replyTo } = first
  expect(await first.say('a rate', { replyTo })).toEqual(['passed on'])
  expect(await first.say('950', { replyTo })).toEqual(['It is 950'])
  const left = await upToQuestion()
  expect(await left.say('stop all', { replyTo: left.replyTo })).toEqual(['passed on'])
  expect(await left.say('950', { replyTo: left.replyTo })).toEqual(['passed on'])
  const cancelled = await upToQuestion()
  expect(await cancelled.say('no vale, olvídalo', { replyTo: cancelled.replyTo })).toEqual([
    words.settings.cancelled,
  ])
  expect([await cancelled.say('950', { replyTo: cancelled.replyTo }), cancelled.taken]).toEqual([
    ['passed on'],
    [],
  ])
})

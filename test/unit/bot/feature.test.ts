import { Api, Composer, Context, type Transformer } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { expect, test } from 'vitest'
import type { Right } from '../../../src/bot/administrators.ts'
import { addFlavor, type BotContext } from '../../../src/bot/context.ts'
import { ADMINISTRATORS, type Audience, createAccess, EVERYONE, Feature } from '../../../src/bot/feature.ts'
import { type Admission, GO } from '../../../src/queue/groups.ts'
import { wordsIn } from '../../../src/words/words.ts'

const words = wordsIn('en', 'es-VE')
const ME = { id: 7, is_bot: true, first_name: 'Bot', username: 'our_bot' } as UserFromGetMe
const CHAT = { defaults: [], follows: [], told: [], alerts: [] }
const GROUP = { id: -1, type: 'supergroup' as const, title: 'Group' }
const LUIS = { id: 2, is_bot: false, first_name: 'Luis', language_code: 'en' }

interface Answered {
  readonly text?: string
  readonly url?: string
}

/** A context as grammY makes it; what is sent by it is added to `said`. */
function contextOf(update: object, said: string[] = []): BotContext {
  const api = new Api('1:a')
  const answer = async (_call: unknown, _method: string, { text = '', url }: Answered) => {
    said.push(url ?? text)
    return { ok: true, result: true }
  }
  api.config.use(answer as unknown as Transformer)
  return new Context({ update_id: 1, ...update }, api, ME) as BotContext
}

function typed(text: string, length = text.split(' ', 1)[0]?.length ?? 0) {
  const entities = [{ type: 'bot_command', offset: 0, length }]
  return { message: { message_id: 3, date: 0, chat: GROUP, from: LUIS, text, entities } }
}

const pressed = (data: string) => ({
  callback_query: {
    id: '1',
    from: LUIS,
    chat_instance: '',
    data,
    message: { message_id: PRESSED, date: 0, chat: GROUP, from: ME, text: 'asked' },
  },
})

interface Arranged {
  readonly right?: Right
  readonly admission?: Admission
  /** The same for an administrator who was refused and changes something. */
  readonly ofChange?: Admission
  readonly audience?: Audience
  /** When the chat was found to be unreachable (ms). */
  readonly leftAt?: number
  /** The message that is pressed is the live one. */
  readonly isLive?: boolean
}

const PRESSED = 3

/** A feature that changes what the chat keeps unless it is for another audience, what it was asked to do, and what was said instead. */
function arrange({
  right = 'yes',
  admission = GO,
  ofChange = GO,
  audience = ADMINISTRATORS,
  isLive = false,
  leftAt,
}: Arranged = {}) {
  const live = { message: isLive ? PRESSED : PRESSED + 1, fingerprint: '-', at: 0 }
  const said: string[] = []
  const ran: string[] = []
  const asked: object[] = []
  const access = createAccess({
    administrators: async () => right,
    admit: (asker) => {
      asked.push(asker)
      return asker.isChange ? ofChange : admission
    },
    monitors: () => [{ page: 'page_alpha', currency: 'dollar', key: 'usd' }],
  })
  const feature = new Feature(access, audience)
  feature.command('follow', (ctx) => void ran.push(ctx.match))
  for (const action of ['follow', 'unfollow', 'rate'] as const)
    feature.button(action, async () => void ran.push('pressed'))
  const composer = new Composer<BotContext>()
  const flavor = addFlavor({
    readChat: async () => ({ ...CHAT, live, ...(leftAt !== undefined && { leftAt }) }),
    answerPrivately: async () => 0,
    defaultLanguage: 'en',
    clock: () => 0,
  })
  composer.use(flavor, feature)

  async function take(update: object): Promise<void> {
    await composer.middleware()(contextOf(update, said), async () => void ran.push('passed on'))
  }
  return {
    said,
    ran,
    asked,
    take,
    async both(): Promise<void> {
      await take(typed('/follow usd'))
      await take(pressed('u:d:page_alpha.usd'))
    },
  }
}

test('a press below a post of a channel counts as one of its presser, not of the channel', async () => {
  const { asked, take } = arrange()
  const { callback_query } = pressed('f:d:page_alpha.usd')
  await take({
    callback_query: { ...callback_query, message: { ...callback_query.message, sender_chat: GROUP } },
  })
  expect(asked).toMatchObject([{ member: String(LUIS.id), by: 'press' }])
})

test.each([ADMINISTRATORS, EVERYONE])(
  'a press on the live message is refused to everybody',
  async (audience) => {
    for (const right of ['yes', 'no'] as const) {
      const { said, ran, take } = arrange({ right, audience, isLive: true })
      await take(pressed('f:d:page_alpha.usd'))
      expect([ran, said]).toEqual([[], [words.oldButton]])
    }
  },
)

test.each([
  ['before its chat was found to be unreachable is ignored', 99, []],
  ['in the second in which its chat was found to be unreachable is ignored', 100, []],
  ['after its chat was found to be unreachable is answered', 101, ['usd']],
] as const)('a command that was sent %s', async (_, date, done) => {
  const { said, ran, take } = arrange({ leftAt: 100_000 })
  const { message } = typed('/follow usd')
  await take({ message: { ...message, date } })
  expect([ran, said]).toEqual([done, []])
})

test.each([
  ['in the minute after its chat was found to be unreachable is ignored', -59_999, []],
  ['later is answered', -60_000, ['pressed']],
] as const)('a press %s', async (_, leftAt, done) => {
  const { ran, take } = arrange({ leftAt })
  await take(pressed('f:d:page_alpha.usd'))
  expect(ran).toEqual(done)
})

test.each(['notice', 'silence'] as const)(
  'an administrator may change a group whose limit says %s',
  async (admission) => {
    const { said, ran, both } = arrange({ admission: { kind: admission, waitMs: 1 } })
    await both()
    expect([ran, said]).toEqual([['usd', 'pressed'], ['']])
  },
)

test('an administrator who changes too much at once in groups over their limits gets no message', async () => {
  const silence = { kind: 'silence', waitMs: 37_200 } as const
  const { said, ran, both } = arrange({ admission: silence, ofChange: silence })
  await both()
  expect([ran, said]).toEqual([[], [WAIT]])
})

const WAIT = 'Too fast for me. Try again in 38 s.'

test.each([
  ['/follow usd', 'usd'],
  ['/Seguir   Page_Alpha.USD  ', 'Page_Alpha.USD'],
  ['/FOLLOW@Our_Bot usd', 'usd'],
  ['/follow', ''],
  [`/follow ${'x'.repeat(300)}`, 'x'.repeat(200)],
])('%s is our command in any case, and its argument is trimmed and cut', async (text, argument) => {
  const { ran, take } = arrange()
  await take(typed(text))
  expect(ran).toEqual([argument])
})

test.each([
  ['another bot', typed('/follow@another_bot usd')],
  ['another command', typed('/followed usd')],
  ['a command within a text', { message: { ...typed('hola /follow').message, entities: [] } }],
  ['a button of another action', pressed('p:d:page_alpha.usd')],
  ['a button of ours that nobody wrote', pressed('r')],
])('an update for %s is passed on', async (_, update) => {
  const { ran, take } = arrange()
  await take(update)
  expect(ran).toEqual(['passed on'])
})

test('a button of a monitor that is gone is refused as too old', async () => {
  const { said, ran, take } = arrange()
  await take(pressed('f:d:page_gone.usd'))
  expect([ran, said]).toEqual([[], [words.oldButton]])
})

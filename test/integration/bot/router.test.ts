import { Bot, type Transformer } from 'grammy'
import type { Update } from 'grammy/types'
import { describe, expect, test } from 'vitest'
import type { BotContext } from '../../../src/bot/context.ts'
import { createRouter } from '../../../src/features/router.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { type Action, formatButtonData } from '../../../src/telegram/button-data.ts'
import { wordsIn } from '../../../src/words/words.ts'
import {
  createMemoryChats,
  createMemoryPast,
  createMemoryPrices,
  createMemoryStore,
  monitor,
  NOON,
} from './memory.ts'

const ME = { id: 7, is_bot: true, first_name: 'Bot', username: 'our_bot' }
const GROUP = { id: -5, type: 'supergroup', title: 'Group' }
const ANA = { id: 1, is_bot: false, first_name: 'Ana', language_code: 'en' }
/** Who writes as the group is the same bot of Telegram in all groups. */
const ANONYMOUS = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' }
const words = wordsIn('en', 'es-VE')
const READS = ['read', 'list', 'reached']

type Role = 'member' | 'administrator' | 'nobody can tell'

/** The whole router in a group, what it wrote, and what it sent. */
async function arrange(role: Role, owners: readonly number[] = [7]) {
  let updates = 0
  const writes: string[] = []
  const said: string[] = []
  /** Notes every call but the reads of an object. */
  const noting = <Watched extends object>(watched: Watched): Watched =>
    new Proxy(watched, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value === 'object' && value !== null) return noting(value)
        if (typeof value !== 'function' || READS.includes(String(name))) return value
        return (...args: unknown[]): unknown => {
          writes.push(String(name))
          return value.apply(target, args)
        }
      },
    })
  const chats = createMemoryChats()
  const id = String(GROUP.id)
  await chats.follows.add(id, monitor('page_alpha.usd'), { price: '1', at: 0 })
  await chats.live.set(id, 1, undefined)
  const alert = { signal: 'page_alpha.usd/dollar', kind: 'above', value: '900' }
  await chats.alerts.add(id, alert as Parameters<typeof chats.alerts.add>[1], '1')
  const store = createMemoryStore()
  const { set, hset, ...unwatched } = store
  const storeWatched = { ...unwatched, ...noting({ set, hset }) }

  const bot = new Bot<BotContext>('1:a', { botInfo: ME as unknown as BotContext['me'] })
  const answer = async (_call: unknown, method: string, { text, url }: Answered) => {
    if (method === 'getChatMember' && role === 'nobody can tell') throw new Error('socket hang up')
    if (method === 'getChatMember') return { ok: true, result: { status: role } }
    if (method === 'getChatAdministrators')
      return { ok: true, result: owners.map((id) => ({ status: 'creator', user: { id } })) }
    const told = url === undefined ? text : LINK
    if (told !== undefined) said.push(told)
    return { ok: true, result: { message_id: 9, chat: GROUP, date: 0, text: '' } }
  }
  bot.api.config.use(answer as unknown as Transformer)
  const { router, features } = createRouter({
    prices: createMemoryPrices(),
    chats: noting(chats),
    client: createMemoryPast(),
    groups: { admit: async () => ({ kind: 'go' }) },
    redis: storeWatched,
    defaultLanguage: 'en',
    clock: () => NOON + updates * 1_000,
    stopping: new AbortController().signal,
    log: createLog('silent').log,
  })
  bot.use(router)

  /** Each update comes a second after the one before, so that nobody sends too many. */
  async function take(update: ReturnType<typeof typed> | ReturnType<typeof pressed>) {
    writes.length = 0
    said.length = 0
    updates += 1
    if ('message' in update) update.message.date = NOON / 1_000 + updates
    await bot.handleUpdate({ update_id: updates, ...update } as unknown as Update)
    return { writes: [...writes], said: [...said] }
  }
  return { features, take }
}

function typed(name: string, argument: string, isAnonymous = false) {
  const entities = [{ type: 'bot_command', offset: 0, length: name.length + 1 }]
  const sender = isAnonymous ? { from: ANONYMOUS, sender_chat: GROUP } : { from: ANA }
  const text = `/${name} ${argument}`.trim()
  return { message: { message_id: 3, date: NOON / 1_000, chat: GROUP, ...sender, text, entities } }
}

function pressed(action: Action, monitorName: string | undefined, argument: string) {
  const message = { message_id: 3, date: 0, chat: GROUP, from: ME, text: 'asked' }
  const data = formatButtonData(action, monitorName === undefined ? undefined : monitor(monitorName))
  return {
    callback_query: {
      id: '1',
      from: ANA,
      chat_instance: '',
      data: argument === '' ? data : `${data}|${argument}`,
      message,
    },
  }
}

/** In place of every url that a press is answered with. */
const LINK = 'a link'

interface Answered {
  readonly text?: string
  readonly url?: string
}

const ARGUMENTS = ['', 'usd', 'page_beta.usd', 'usd > 900', 'off']
const BUTTON_ARGUMENTS = [
  '',
  'dy',
  'les',
  'm-',
  'p1',
  'd1',
  't1',
  'xy',
  'e1',
  'v1:950',
  'a900o',
  'z?',
  '1',
  'resume',
  'atall-dark',
]
const MONITORS = [undefined, 'page_alpha.usd', 'page_beta.usd']

type Features = Awaited<ReturnType<typeof arrange>>['features']
const commandsOf = (features: Features, isAnonymous = false) =>
  features.flatMap(({ names }) =>
    names.flatMap((name) => ARGUMENTS.map((argument) => typed(name, argument, isAnonymous))),
  )
const buttonsOf = (features: Features) =>
  features.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      MONITORS.flatMap((name) => BUTTON_ARGUMENTS.map((argument) => pressed(action, name, argument))),
    ),
  )
const changing = (features: Features): Features => features.filter(({ audience }) => audience.changes)

describe('the rights in a group', () => {
  test.each(['member', 'nobody can tell'] as const)(
    'no command and no button writes anything for a %s',
    async (role) => {
      const { features, take } = await arrange(role)
      for (const update of [...commandsOf(features), ...buttonsOf(features)])
        expect((await take(update)).writes, JSON.stringify(update)).toEqual([])
    },
  )

  test.each([
    ['member', words.administratorsOnly],
    ['nobody can tell', words.administratorsUnknown],
  ] as const)('a %s is told why not at every command that changes something', async (role, text) => {
    const { features, take } = await arrange(role)
    for (const update of commandsOf(changing(features)))
      expect((await take(update)).said, update.message.text).toEqual([text])
  })

  test.each([
    ['member', words.administratorsOnly],
    ['nobody can tell', words.administratorsUnknown],
  ] as const)(
    'a %s is told why not at every button that changes something, or led to where he may',
    async (role, text) => {
      const { features, take } = await arrange(role)
      const actions = changing(features).flatMap((feature) => feature.actions)
      for (const action of actions) {
        const said: (string | undefined)[] = []
        for (const name of MONITORS) said.push(...(await take(pressed(action, name, ''))).said)
        // Some buttons always name a monitor, and some never do: others are not ours.
        const told = role === 'member' && ['follow', 'alert'].includes(action) ? LINK : text
        expect([told, words.oldButton, LINK], action).toEqual(expect.arrayContaining(said))
        expect(said, action).toContain(told)
      }
    },
  )

  test.each([
    ['an administrator', false],
    ['the group itself, as which an anonymous administrator writes,', true],
  ])('%s may use every command that changes something', async (_, isAnonymous) => {
    const { features, take } = await arrange(isAnonymous ? 'member' : 'administrator')
    for (const update of commandsOf(changing(features), isAnonymous)) {
      const { said } = await take(update)
      expect(said.length, update.message.text).toBeGreaterThan(0)
      expect(said).not.toContain(words.administratorsOnly)
    }
  })

  test('an anonymous administrator of a group whose owner Telegram does not name makes no alert, and is told why not', async () => {
    const { take } = await arrange('administrator', [])
    const { said, writes } = await take(typed('alerts', 'usd > 900', true))
    expect([said, writes.includes('add')]).toEqual([[words.alerts.noName], false])
    expect((await take(typed('alerts', 'usd > 900'))).writes).toContain('add')
  })

  test('each feature that changes something writes for an administrator, and no other feature does', async () => {
    const { features } = await arrange('administrator')
    for (const [index, { audience, names, actions }] of features.entries()) {
      const fresh = await arrange('administrator')
      const alone = fresh.features.slice(index, index + 1)
      const wrote: string[] = []
      for (const update of [...commandsOf(alone), ...buttonsOf(alone)])
        wrote.push(...(await fresh.take(update)).writes)
      expect(wrote.length > 0, [...names, ...actions].join(' ')).toBe(audience.changes === true)
    }
  })
})

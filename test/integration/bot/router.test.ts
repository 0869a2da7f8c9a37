import { describe, expect, test } from 'vitest'
import { type Action, formatButtonData } from '../../../src/telegram/button-data.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { useChats } from '../../support/chats.ts'
import { createMemoryStore, monitor } from './memory.ts'
import { GROUP, startRouter } from './router.ts'

const { chats, redis } = await useChats()

/** Who writes as the group is the same bot of Telegram in all groups. */
const ANONYMOUS = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' }
const words = wordsIn('en', 'es-VE')
const READS = ['read', 'list', 'reached']
/** In place of every url that a press is answered with. */
const LINK = 'a link'

type Role = 'member' | 'administrator' | 'nobody can tell'
/** A command or a button as somebody in the group uses it. */
type Use = (router: ReturnType<typeof startRouter>) => Promise<void>

/** The whole router in a group that follows and has an alert and a live message, what it wrote, and what it sent. */
async function arrange(role: Role, owners: readonly number[] = [7]) {
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
  await redis.flushall()
  const id = String(GROUP.id)
  await chats.follows.add(id, monitor('page_alpha.usd'), { price: '1', at: 0 })
  await chats.live.set(id, 1, undefined)
  const alert = { signal: 'page_alpha.usd/dollar', kind: 'above', value: '900' }
  await chats.alerts.add(id, alert as Parameters<typeof chats.alerts.add>[1], '1')
  const { hset, ...unwatched } = createMemoryStore()
  const router = startRouter({
    chat: GROUP,
    language: 'en',
    chats: noting(chats),
    redis: { ...unwatched, ...noting({ hset }) },
    answer(method, { text, url }) {
      if (method === 'getChatMember' && role === 'nobody can tell') throw new Error('socket hang up')
      if (method === 'getChatMember') return { status: role }
      if (method === 'getChatAdministrators') return owners.map((id) => ({ status: 'creator', user: { id } }))
      if (url !== undefined) said.push(LINK)
      else if (text !== undefined) said.push(String(text))
      return undefined
    },
  })
  async function take(use: Use) {
    writes.length = 0
    said.length = 0
    await use(router)
    return { writes: [...writes], said: [...said] }
  }
  return { features: router.features, take }
}

const typed =
  (name: string, argument: string, isAnonymous = false): Use =>
  ({ say }) =>
    say(`/${name} ${argument}`.trim(), isAnonymous ? { from: ANONYMOUS, sender_chat: GROUP } : undefined)

const pressed = (action: Action, name: string | undefined, argument: string): Use => {
  const data = formatButtonData(action, name === undefined ? undefined : monitor(name))
  return ({ press }) => press(argument === '' ? data : `${data}|${argument}`)
}

const ARGUMENTS = ['', 'usd', 'page_beta.usd', 'usd > 900', 'off']
const BUTTON_ARGUMENTS = ' dy les m- p1 d1 t1 xy e1 v1:950 a900o z? 1 resume atall-dark'.split(' ')
const MONITORS = [undefined, 'page_alpha.usd', 'page_beta.usd']

type Features = Awaited<ReturnType<typeof arrange>>['features']
/** Every command with every argument, by what it is. */
const commandsOf = (features: Features, isAnonymous = false) =>
  features.flatMap(({ names }) =>
    names.flatMap((name) =>
      ARGUMENTS.map((argument) => [`/${name} ${argument}`, typed(name, argument, isAnonymous)] as const),
    ),
  )
const buttonsOf = (features: Features) =>
  features.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      MONITORS.flatMap((name) =>
        BUTTON_ARGUMENTS.map(
          (argument) => [`${action} ${name} ${argument}`, pressed(action, name, argument)] as const,
        ),
      ),
    ),
  )
const changing = (features: Features): Features => features.filter(({ audience }) => audience.changes)

describe('the rights in a group', () => {
  describe.each([
    ['member', words.administratorsOnly],
    ['nobody can tell', words.administratorsUnknown],
  ] as const)('of a %s', (role, refusal) => {
    test('let no command and no button write anything', async () => {
      const { features, take } = await arrange(role)
      for (const [what, use] of [...commandsOf(features), ...buttonsOf(features)])
        expect((await take(use)).writes, what).toEqual([])
    })

    test('are told as too few at every command that changes something', async () => {
      const { features, take } = await arrange(role)
      for (const [what, use] of commandsOf(changing(features)))
        expect((await take(use)).said, what).toEqual([refusal])
    })

    test('are told as too few at every button that changes something, or lead to where he may', async () => {
      const { features, take } = await arrange(role)
      for (const action of changing(features).flatMap((feature) => feature.actions)) {
        const said: (string | undefined)[] = []
        for (const name of MONITORS) said.push(...(await take(pressed(action, name, ''))).said)
        // Some buttons always name a monitor, and some never do: others are not ours.
        const told = role === 'member' && ['follow', 'alert'].includes(action) ? LINK : refusal
        expect([told, words.oldButton, LINK], action).toEqual(expect.arrayContaining(said))
        expect(said, action).toContain(told)
      }
    })
  })

  test.each([
    ['an administrator', false],
    ['the group itself, as which an anonymous administrator writes,', true],
  ])('%s may use every command that changes something', async (_, isAnonymous) => {
    const { features, take } = await arrange(isAnonymous ? 'member' : 'administrator')
    for (const [what, use] of commandsOf(changing(features), isAnonymous)) {
      const { said } = await take(use)
      expect(said.length, what).toBeGreaterThan(0)
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
      for (const [, use] of [...commandsOf(alone), ...buttonsOf(alone)])
        wrote.push(...(await fresh.take(use)).writes)
      expect(wrote.length > 0, [...names, ...actions].join(' ')).toBe(audience.changes === true)
    }
  })
})

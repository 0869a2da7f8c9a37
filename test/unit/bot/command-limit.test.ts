import { expect, it, test } from 'vitest'
import { type Asker, createChatCommandLimit, createCommandLimit } from '../../../src/bot/feature.ts'
import { type Admission, GO } from '../../../src/queue/groups.ts'

const kindsOf = (admissions: readonly Admission[]): string[] => admissions.map(({ kind }) => kind)

test('a chat over its limit may send one command a second, and gets a new notice for the next one too many', () => {
  let now = 0
  const admit = createCommandLimit(() => now)
  for (let i = 0; i < 25; i++) admit('1')
  now = 1_000
  expect(kindsOf([admit('1'), admit('1'), admit('1')])).toEqual(['go', 'notice', 'silence'])
  now = 3_000
  expect(kindsOf([admit('1'), admit('1'), admit('1')])).toEqual(['go', 'go', 'notice'])
})

test('a command counts at the time it was sent, however late it is handled', () => {
  let now = 0
  const admit = createCommandLimit(() => now)
  const answers: string[] = []
  for (; now < 30_000; now += 1_000) answers.push(admit('1', 0).kind)
  expect(answers.filter((answer) => answer === 'go')).toHaveLength(20)
})

test('a chat that was counted before the clock was set back is answered at once', () => {
  let now = 7_200_000
  const admit = createCommandLimit(() => now)
  for (let i = 0; i < 25; i++) admit('1')
  now = 3_600_000
  expect(admit('1').kind).toBe('go')
})

const GROUPS = Array.from({ length: 200 }, (_, index) => String(-1 - index))
function arrangeGroups(now = () => 0) {
  const asked: string[] = []
  const admit = createChatCommandLimit(createCommandLimit(now), {
    admit: async (group) => {
      asked.push(group)
      return GO
    },
  })
  const inAll = (member: string, more: Partial<Asker> = {}) =>
    Promise.all(GROUPS.map(async (chat) => admit({ chat, member, by: 'message', ...more })))
  return { admit, asked, inAll }
}

it('one person in 200 groups has 20 commands at once, then one a second, and gets no notice for more', async () => {
  let now = 0
  const { asked, inAll } = arrangeGroups(() => now)
  const kinds = kindsOf(await inAll('7'))
  expect(kinds).toEqual(GROUPS.map((_, index) => (index < 20 ? 'go' : 'silence')))
  expect(asked).toHaveLength(20)
  now = 1_000
  expect(kindsOf(await inAll('7')).filter((kind) => kind === 'go')).toHaveLength(1)
})

it('one person in 200 groups leaves others in these groups answered, and the own private chat', async () => {
  const { admit, inAll } = arrangeGroups()
  await inAll('7')
  expect(await admit({ chat: '-1', member: '8', by: 'message' })).toBe(GO)
  expect(await admit({ chat: '7', member: '7', by: 'message' })).toBe(GO)
})

it('one person in 200 groups who administers all of them changes something 20 times at once beyond that', async () => {
  const { asked, inAll } = arrangeGroups()
  await inAll('7')
  const kinds = kindsOf(await inAll('7', { isChange: true }))
  expect(kinds).toEqual(GROUPS.map((_, index) => (index < 20 ? 'go' : 'silence')))
  expect(asked).toHaveLength(20)
})

test('a group gets at most 20 answers and notices a minute while Redis does not answer', async () => {
  let now = 0
  const silent = async (): Promise<never> => {
    throw new Error('Redis is silent')
  }
  const admit = createChatCommandLimit(
    createCommandLimit(() => now),
    { admit: silent },
  )
  let done = 0
  const asker = { chat: '-1', member: '7', by: 'message' } as const
  for (; now < 60_000; now += 100) done += (await admit(asker)).kind === 'silence' ? 0 : 1
  expect(done).toBe(17)
})

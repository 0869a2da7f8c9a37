import { expect, test } from 'vitest'
import { createChatCommandLimit, createCommandLimit } from '../../../src/bot/feature.ts'

test('20 commands at once, then one notice, then silence', () => {
  const admit = createCommandLimit(() => 0)
  const answers = Array.from({ length: 24 }, () => admit('1'))
  expect(answers.slice(0, 20).every((answer) => answer === 'go')).toBe(true)
  expect(answers.slice(20)).toEqual(['notice', 'silence', 'silence', 'silence'])
})

test('after that one a second, and a new notice for the next one too many', () => {
  let now = 0
  const admit = createCommandLimit(() => now)
  for (let i = 0; i < 25; i++) admit('1')
  now = 1_000
  expect([admit('1'), admit('1'), admit('1')]).toEqual(['go', 'notice', 'silence'])
  now = 3_000
  expect([admit('1'), admit('1'), admit('1')]).toEqual(['go', 'go', 'notice'])
})

test('what was said in one second counts so, however long the answers to it take', () => {
  let now = 0
  const admit = createCommandLimit(() => now)
  const answers: string[] = []
  for (; now < 30_000; now += 1_000) answers.push(admit('1', 0))
  expect(answers.filter((answer) => answer === 'go')).toHaveLength(20)
})

test('one chat cannot use up the commands of another', () => {
  const admit = createCommandLimit(() => 0)
  for (let i = 0; i < 100; i++) admit('1')
  expect(admit('2')).toBe('go')
})

test('in a group all processes together decide, and in a private chat this one, without asking', async () => {
  const asked: string[] = []
  const admit = createChatCommandLimit(
    createCommandLimit(() => 0),
    {
      admit: async (group, member) => {
        asked.push(`${group} ${member}`)
        return 'silence'
      },
    },
  )
  const answers = [await admit({ chat: '-1', member: '7' }), admit({ chat: '1', member: '1' })]
  expect([answers, asked]).toEqual([['silence', 'go'], ['-1 7']])
})

test('while Redis is silent a group is sent no more than 20 answers and notices in a minute', async () => {
  let now = 0
  const silent = async (): Promise<never> => {
    throw new Error('Redis is silent')
  }
  const admit = createChatCommandLimit(
    createCommandLimit(() => now),
    { admit: silent },
  )
  let done = 0
  for (; now < 60_000; now += 100) done += (await admit({ chat: '-1', member: '7' })) === 'silence' ? 0 : 1
  expect(done).toBe(17)
})

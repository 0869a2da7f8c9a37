import type { Context } from 'grammy'
import { expect, test } from 'vitest'
import { createQuestions } from '../../../../src/bot/conversations/questions.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { createMemoryStore } from '../../../integration/bot/memory.ts'

const OUR_ID = 7
const QUESTION = { press: 'a:d:page_alpha.usd|a', message: 40 }

interface Said {
  readonly type?: 'private' | 'supergroup'
  readonly from?: number
  readonly as?: number
  readonly replyTo?: { readonly message: number; readonly from: number }
}

const said = ({ type = 'supergroup', from = 1, as, replyTo }: Said): Context =>
  ({
    me: { id: OUR_ID },
    chat: { id: -5, type },
    from: { id: from },
    message: {
      chat: { id: -5, type },
      text: '950',
      ...(as !== undefined && { sender_chat: { id: as } }),
      ...(replyTo && { reply_to_message: { message_id: replyTo.message, from: { id: replyTo.from } } }),
    },
  }) as unknown as Context
const reply = { message: 40, from: OUR_ID }
const other = { message: 41, from: OUR_ID }
/** Who writes as the group seems to be the same bot of Telegram in all groups. */
const ANONYMOUS = { from: 1_087_968_824, as: -5 }

function arrange() {
  const store = createMemoryStore()
  const asked: string[] = []
  const get = (key: string) => {
    asked.push(key)
    return store.get(key)
  }
  return { asked, questions: createQuestions({ ...store, get }, createLog('silent').log) }
}

test.each([
  ['a reply to it', { replyTo: reply }, QUESTION],
  ['a reply to another message of ours', { replyTo: other }, undefined],
  ['another person', { from: 2, replyTo: reply }, undefined],
  ['an administrator who writes as the group', { ...ANONYMOUS, replyTo: reply }, QUESTION],
  ['somebody who writes as a channel', { from: 3, as: -6, replyTo: reply }, undefined],
  ['one who writes as the group, to another message', { ...ANONYMOUS, replyTo: other }, undefined],
] as const)('in a group a question is answered by %s: %#', async (_who, answer, question) => {
  const { questions } = arrange()
  await questions.put(said({}), QUESTION)
  expect(await questions.take(said(answer))).toEqual(question)
})

test('an answer that is given as the group is taken once, and ends the question of the one who pressed', async () => {
  const { questions } = arrange()
  await questions.put(said({}), QUESTION)
  const answer = said({ ...ANONYMOUS, replyTo: reply })
  expect(await questions.take(answer)).toEqual(QUESTION)
  expect([await questions.take(answer), await questions.drop(said({}))]).toEqual([undefined, false])
})

test('who writes as the group cancels the question by a reply to it', async () => {
  const { questions } = arrange()
  await questions.put(said({}), QUESTION)
  expect(await questions.drop(said({ ...ANONYMOUS, replyTo: other }))).toBe(false)
  expect(await questions.drop(said({ ...ANONYMOUS, replyTo: reply }))).toBe(true)
})

test('what is said in a group to others is not even looked up', async () => {
  const { questions, asked } = arrange()
  await questions.put(said({}), QUESTION)
  expect(await questions.take(said({}))).toBeUndefined()
  expect(asked).toEqual([])
})

test('of two answers at once only one is taken', async () => {
  const { questions } = arrange()
  const answer = said({ type: 'private' })
  await questions.put(answer, QUESTION)
  const taken = await Promise.all([questions.take(answer), questions.take(answer)])
  expect(taken.filter((one) => one !== undefined)).toEqual([QUESTION])
})

test('while Redis is away nothing is a question', async () => {
  const away = async (): Promise<never> => {
    throw new Error('away')
  }
  const store = { get: away, getdel: away, del: away, set: away }
  const questions = createQuestions(store, createLog('silent').log)
  expect(await questions.take(said({ type: 'private' }))).toBeUndefined()
})

test('a question waits a quarter of an hour, and no longer', async () => {
  const store = createMemoryStore()
  let untilSeconds = 0
  const set = async (key: string, text: string, _unit: 'EX', seconds: number) => {
    untilSeconds = seconds
    return store.set(key, text)
  }
  const questions = createQuestions({ ...store, set }, createLog('silent').log)
  await questions.put(said({}), QUESTION)
  expect(untilSeconds).toBe(15 * 60)
})

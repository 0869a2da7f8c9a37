import { type Context, GrammyError } from 'grammy'
import { expect, test } from 'vitest'
import { createFindPoster } from '../../../../src/bot/channels/find-poster.ts'
import { silent } from '../../../support/redis.ts'

const CHANNEL = -1_001
const owner = { status: 'creator', user: { id: 1, is_bot: false, first_name: 'Ana', last_name: 'Pérez' } }
const second = {
  status: 'administrator',
  can_post_messages: true,
  user: { id: 2, is_bot: false, first_name: 'Luis' },
}
const silentOne = { ...second, can_post_messages: false, user: { ...second.user, id: 3, first_name: 'Eva' } }
const bot = { ...second, user: { id: 4, is_bot: true, first_name: 'Tasa' } }

interface Case {
  readonly members?: readonly object[]
  readonly post?: object
  readonly callbackQuery?: object
}

/** Whom an update in a channel with these administrators comes from. */
function find({ members = [owner, second, bot], post = {}, callbackQuery }: Case) {
  const context = {
    channelPost: callbackQuery ? undefined : { chat: { id: CHANNEL }, ...post },
    callbackQuery,
    api: { getChatAdministrators: async () => members },
  }
  return createFindPoster(() => 0, silent)(context as unknown as Context)
}

test('a post that names its sender is of that person', async () => {
  expect(await find({ post: { from: { id: 2, is_bot: false } } })).toBe(2)
})

test('a press is of its presser', async () => {
  expect(await find({ callbackQuery: { from: { id: 2 } } })).toBe(2)
})

test.each([
  ['Luis', 2],
  ['Ana Pérez', 1],
])('a post signed %s is of the only administrator of that name', async (author_signature, id) => {
  expect(await find({ post: { author_signature } })).toBe(id)
})

test('a signature that two administrators have, or none, names nobody', async () => {
  const namesake = { ...second, user: { ...second.user, id: 5 } }
  const members = [owner, second, namesake]
  expect(await find({ members, post: { author_signature: 'Luis' } })).toBeUndefined()
  expect(await find({ members: [owner], post: { author_signature: 'Pedro' } })).toBeUndefined()
})

test('an unsigned post is of the only one who may post, and of nobody where several may', async () => {
  expect(await find({ members: [owner, silentOne, bot] })).toBe(1)
  expect(await find({})).toBeUndefined()
})

test('where Telegram does not say who the administrators are, nobody is named', async () => {
  const refused = new GrammyError(
    'refused',
    { ok: false, error_code: 400, description: 'Bad Request: member list is inaccessible' },
    'getChatAdministrators',
    {},
  )
  const context = {
    channelPost: { chat: { id: CHANNEL } },
    api: { getChatAdministrators: async () => Promise.reject(refused) },
  }
  const findPoster = createFindPoster(() => 0, silent)
  expect(await findPoster(context as unknown as Context)).toBeUndefined()
})

import type { User } from 'grammy/types'
import { describe, expect, it } from 'vitest'
import type { Post } from '../../../src/post.ts'
import { formatText } from '../../../src/text/text.ts'
import { ANA, botUser, GROUP_ID, LUIS } from '../../../src/world/cast.ts'
import { isSeenByBot } from '../../../src/world/privacy.ts'

const BOT_USERNAME = 'some_bot'
const bot = botUser('42:secret', { first_name: 'Some', username: BOT_USERNAME })
const inGroup = (text: string, more: Partial<Post> = {}): Post => ({
  message_id: 1,
  date: 0,
  chat: { id: GROUP_ID, type: 'supergroup', title: 'Grupo' },
  from: ANA,
  ...formatText(text),
  ...more,
})
const sees = (post: Post, isAdministrator = false): boolean => isSeenByBot(post, { bot, isAdministrator })

describe('privacy mode in a group', () => {
  it.each([
    ['/rate', true],
    ['/rate usd', true],
    [`/rate@${BOT_USERNAME}`, true],
    [`/rate@${BOT_USERNAME.toUpperCase()}`, true],
    ['/rate@other_bot', false],
    ['hola a todos', false],
    ['100 usd', false],
    [`oye @${BOT_USERNAME} cuánto`, true],
    ['oye @luis_valencia', false],
  ])('"%s" is seen: %s', (text, isSeen) => {
    expect(sees(inGroup(text))).toBe(isSeen)
  })

  it('shows replies to the bot, and no replies to people', () => {
    const to = (from: User): Post => inGroup('100', { reply_to_message: { ...inGroup('¿cuánto?'), from } })
    expect([sees(to(bot)), sees(to(LUIS))]).toEqual([true, false])
  })

  it('shows what was sent through the bot, and news about the chat', () => {
    expect(sees(inGroup('100 usd son…', { via_bot: bot }))).toBe(true)
    expect(sees(inGroup('', { new_chat_members: [LUIS] }))).toBe(true)
  })

  it('hides nothing from an administrator, nor in a private chat', () => {
    expect(sees(inGroup('hola'), true)).toBe(true)
    expect(sees(inGroup('hola', { chat: { id: ANA.id, type: 'private', first_name: 'Ana' } }))).toBe(true)
  })
})

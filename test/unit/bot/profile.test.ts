import { expect, it } from 'vitest'
import { introduction } from '../../../src/bot/profile.ts'

const ready = {
  first_name: 'Tasa',
  username: 'tasa_bot',
  supports_inline_queries: true,
  can_join_groups: true,
  can_read_all_group_messages: false,
}

it('the introduction of a bot says what to set for inline mode, groups and channels while inline mode is off', () => {
  const text = introduction({ ...ready, supports_inline_queries: false }).join('\n')
  expect(text).toMatch(/\/setinline +choose @tasa_bot/)
  expect(text).toContain('/setprivacy stays on')
  expect(text).toMatch(/Channels: .*administrator/)
})

it('the introduction of a bot names the settings that keep the bot out of groups or let it read too much', () => {
  const text = introduction({ ...ready, can_join_groups: false, can_read_all_group_messages: true })
  const begins = text.map((line) => line.trim().split(' ')[0])
  expect(begins).toEqual(['Telegram', 'To', '/setjoingroups', '/setprivacy'])
})

it('the introduction of a bot removes control characters from the name of the bot', () => {
  expect(introduction({ ...ready, first_name: 'Ta\u001b[2Jsa\n' })).toEqual([
    'Telegram       https://t.me/tasa_bot (Ta[2Jsa)',
  ])
})

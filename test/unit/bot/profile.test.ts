import { describe, expect, it } from 'vitest'
import { introduction } from '../../../src/bot/profile.ts'

const ready = {
  first_name: 'Tasa',
  username: 'tasa_bot',
  supports_inline_queries: true,
  can_join_groups: true,
  can_read_all_group_messages: false,
}

describe('the introduction of a bot', () => {
  it('is its name and link where nothing is left to do', () => {
    expect(introduction(ready)).toEqual(['Telegram       https://t.me/tasa_bot (Tasa)'])
  })

  it('says what to do for the inline mode, groups and channels where the inline mode is off', () => {
    const text = introduction({ ...ready, supports_inline_queries: false }).join('\n')
    expect(text).toMatch(/\/setinline +choose @tasa_bot/)
    expect(text).toContain('/setprivacy stays on')
    expect(text).toMatch(/Channels: .*administrator/)
  })

  it('asks for what keeps the bot out of groups or makes it hear too much', () => {
    const text = introduction({ ...ready, can_join_groups: false, can_read_all_group_messages: true })
    expect(text.map((line) => line.trim().split(' ')[0])).toEqual([
      'Telegram',
      'To',
      '/setjoingroups',
      '/setprivacy',
    ])
  })

  it('hands nothing of a name to the terminal that the terminal would obey', () => {
    expect(introduction({ ...ready, first_name: 'Ta\u001b[2Jsa\n' })).toEqual([
      'Telegram       https://t.me/tasa_bot (Ta[2Jsa)',
    ])
  })
})

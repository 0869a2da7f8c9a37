import { describe, expect, it } from 'vitest'
import { TELEGRAM_LIMITS } from '../../src/traffic/flood.ts'
import { ANA, GROUP_ID } from '../../src/world/cast.ts'
import { startSandbox, TOKEN } from '../support/harness.ts'

const place = { user: ANA.id, chat: GROUP_ID }

describe('the faults', () => {
  it('answer every call with 502, or carry it out and drop the answer', async () => {
    const { api, act, see } = await startSandbox()
    await act('faults', { down: true })
    await expect(api.sendMessage(GROUP_ID, 'abajo')).rejects.toThrow('502: Bad Gateway')
    await act('faults', { down: false, lose_answers: true })
    await expect(api.sendMessage(GROUP_ID, 'perdido')).rejects.toThrow(/Network request/)
    const { messages } = await see(`messages?user=${place.user}&chat=${place.chat}`)
    expect(messages.map(({ text }) => text)).toEqual(['perdido'])
  })

  it('delay a call by the set time', async () => {
    const { root, act, see } = await startSandbox()
    await act('faults', { slow_ms: 60_000 })
    const given = new AbortController()
    const url = `${root}/bot${TOKEN}/sendMessage?chat_id=${GROUP_ID}&text=lento`
    const slow = fetch(url, { signal: given.signal }).catch(() => 'given up')
    const { messages } = await see(`messages?user=${place.user}&chat=${place.chat}`)
    given.abort()
    expect([messages, await slow]).toEqual([[], 'given up'])
  })

  it('switch the flood limits, which count an edit as a message, off and on', async () => {
    const { api, act } = await startSandbox({ limits: { ...TELEGRAM_LIMITS, groupPerMinute: 1 } })
    await act('faults', { flood_limits: false })
    await Promise.all(['1', '2'].map((text) => api.sendMessage(GROUP_ID, text)))
    await act('faults', { flood_limits: true })
    const { message_id } = await api.sendMessage(GROUP_ID, '3')
    const edited = api.editMessageText(GROUP_ID, message_id, '4')
    await expect(edited).rejects.toThrow('429: Too Many Requests: retry after 60')
  })
})

import { expect, test } from 'vitest'
import { parseChat } from '../../../../src/chats/chat.ts'
import { exportChat } from '../../../../src/features/settings/export.ts'

const AT = Date.UTC(2026, 4, 1, 12)
const ISO = '2026-05-01T12:00:00.000Z'
const read = (fields: Record<string, string>): Record<string, unknown> =>
  JSON.parse(exportChat('5', parseChat(fields), AT))

test('the export has the live message, the refusals, the absence and the pending triggers', () => {
  const chatState = read({
    live: `42 dollar:page_beta.usd abcdefgh ${AT}`,
    doubts: `2 ${AT}`,
    gone: 'stopped',
    cast: 'mabcdefg',
    digest: '08:00',
    digested: String(AT),
    digestPrices: 'dollar:page_beta.usd 784.66',
  })
  expect(chatState).toMatchObject({
    liveMessage: { message: 42, monitor: 'page_beta.usd', lastChangedAt: ISO },
    refusals: { count: 2, lastAt: ISO },
    absence: 'stopped',
    broadcastToBeTold: 'mabcdefg',
    digest: { at: '08:00', lastSentAt: ISO, lastPrices: { 'page_beta.usd': '784.66' } },
  })
})

test('the export says what a chat chose, and what it is without a choice', () => {
  expect(read({ dark: '1', amount: '250.5', rounding: 'bolivar', igtf: '1' })).toMatchObject({
    darkCharts: true,
    ownAmountInDollars: '250.5',
    billsRoundedTo: 'bolivar',
    billsWithIgtf: true,
  })
  expect(read({})).toMatchObject({
    darkCharts: false,
    ownAmountInDollars: '100',
    billsRoundedTo: 'centimo',
    billsWithIgtf: false,
  })
})

test('the export distinguishes a chat that cannot be reached from one that was stopped', () => {
  expect(read({ gone: '1' }).absence).toBe('unreachable')
})

test('the export leaves out what a chat does not have', () => {
  const chatState = read({ lang: 'es' })
  for (const name of ['liveMessage', 'refusals', 'absence', 'broadcastToBeTold', 'digest'])
    expect(chatState).not.toHaveProperty(name)
})

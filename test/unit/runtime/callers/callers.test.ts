import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createCallers, isNetwork, networkOf } from '../../../../src/runtime/callers/callers.ts'

const requestOf = (peer: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage
const by = (text: string): Record<string, string> => ({ 'x-forwarded-for': text })

const STRANGER = '203.0.113.9'
const PROXIES = ['127.0.0.1', '10.1.0.0/16', '2001:db8::/32']
const callers = createCallers({ trustedProxies: PROXIES, isMetricsToken: (said) => said === 'Bearer right' })
const alone = createCallers()

test.each([
  ['the peer where it is no trusted proxy, whatever it forwards', STRANGER, '8.8.8.8', STRANGER],
  [
    'the last that a trusted proxy added, not what the caller wrote before it',
    '127.0.0.1',
    `10.0.0.1, ${STRANGER}`,
    STRANGER,
  ],
  ['that of a trusted proxy of IPv4 in the form of IPv6', '::ffff:10.1.2.3', STRANGER, STRANGER],
  ['the last before a chain of trusted proxies', '2001:db8::1', `8.8.8.8,${STRANGER},10.1.9.9`, STRANGER],
  ['that of IPv6 in brackets with a port', '127.0.0.1', '[2001:db9::1]:5678', '2001:db9::1'],
  ['that of IPv6 whose last part could be a port', '127.0.0.1', '2001:db9::5678', '2001:db9::5678'],
  ['the last before trusted proxies that have ports', '127.0.0.1', `${STRANGER}:1, 10.1.9.9:2`, STRANGER],
  ['the trusted proxy where it adds no address', '10.1.2.3', `${STRANGER}, unknown`, '10.1.2.3'],
])('the address of a caller is %s', (_claim, peer, forwarded, address) =>
  expect(callers.addressOf(requestOf(peer, by(forwarded)))).toBe(address),
)

test('the address of a caller is the peer where a trusted proxy forwards nothing, or no proxy is trusted', () => {
  expect(callers.addressOf(requestOf('127.0.0.1'))).toBe('127.0.0.1')
  expect(alone.addressOf(requestOf('127.0.0.1', by(STRANGER)))).toBe('127.0.0.1')
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.9.9.9', '172.17.0.1', '192.168.1.1', 'fd00::1'])(
  'a caller inside is %s',
  (peer) => expect(alone.isInside(requestOf(peer))).toBe(true),
)

test.each([STRANGER, '100.64.0.1', '169.254.1.1', '2001:4860:4860::8888', '::ffff:8.8.8.8', ''])(
  'a caller inside is not %s',
  (peer) => expect(alone.isInside(requestOf(peer))).toBe(false),
)

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
  'a caller inside is nobody behind a proxy that is not trusted and adds %s, wherever that is',
  (header) => {
    expect(alone.isInside(requestOf('127.0.0.1', { [header]: '10.0.0.1' }))).toBe(false)
    expect(alone.isInside(requestOf('10.1.2.3', { [header]: '127.0.0.1' }))).toBe(false)
  },
)

test('a caller inside behind a trusted proxy is one whose own address is private', () => {
  const isInside = (headers: Record<string, string>) => callers.isInside(requestOf('127.0.0.1', headers))
  const inside = [{ ...by('192.168.1.5'), via: '1.1 Caddy' }, by('192.168.1.5:5678'), {}]
  expect(inside.map(isInside)).toEqual([true, true, true])
  for (const forwarded of [STRANGER, `127.0.0.1, ${STRANGER}`, `${STRANGER}:5678`, '192.168.1.5, unknown'])
    expect(isInside(by(forwarded))).toBe(false)
  expect(isInside({ 'x-real-ip': '10.0.0.1' })).toBe(false)
})

test('a caller inside reads the metrics; others do with the token only', () => {
  const may = (peer: string, authorization?: string) =>
    callers.mayReadMetrics(requestOf(peer, authorization === undefined ? {} : { authorization }))
  expect([may('10.0.0.1'), may(STRANGER, 'Bearer right')]).toEqual([true, true])
  expect([may(STRANGER), may(STRANGER, 'Bearer wrong')]).toEqual([false, false])
  expect(alone.mayReadMetrics(requestOf(STRANGER, { authorization: 'Bearer right' }))).toBe(false)
})

test('a network is an address, or one with the length of its prefix', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '2001:db8::1/128'])
    expect(isNetwork(text)).toBe(true)
  for (const text of ['', 'proxy', '10.1', '10.0.0.0/', '10.0.0.0/0', '10.0.0.0/33', '::/129', '10.0.0.0/+8'])
    expect(isNetwork(text)).toBe(false)
})

const HOST = { ipv4: 4, ipv6: 8 }

test('an address of IPv4 is the same in the form of IPv6, and each is one of its own', () => {
  expect(networkOf('::ffff:10.1.2.3', HOST)).toBe(networkOf('10.1.2.3', HOST))
  expect(networkOf('10.1.2.4', HOST)).not.toBe(networkOf('10.1.2.3', HOST))
  expect(networkOf('10.1.2.4', { ipv4: 3, ipv6: 7 })).toBe(networkOf('10.1.2.3', { ipv4: 3, ipv6: 7 }))
})

test('all addresses of a /64 are one, those of another are not', () => {
  const network = networkOf('2001:db8:1:2::1', HOST)
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff', HOST)).toBe(network)
  expect(networkOf('2001:db8:1:3::1', HOST)).not.toBe(network)
})

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { afterEach, expect, test, vi } from 'vitest'
import {
  createAddressGuard,
  createResolve,
  DISTANCE,
  distanceOf,
  isPublicAddress,
} from '../../../src/service/address-guard.ts'

const list = (addresses: string): string[] => addresses.trim().split(/\s+/)

test('addresses of the internet are public', () => {
  const addresses = list(`
    93.184.215.14 1.1.1.1 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1
    2606:4700:4700::1111 2a00:1450:4001:80b::200e 2400:cb00::1`)
  expect(addresses.filter(isPublicAddress)).toEqual(addresses)
})

test('no address is public that is private, local, shared, translated or reserved', () => {
  const addresses = list(`
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 127.0.0.1 127.255.255.255
    100.64.0.0 100.127.255.255 169.254.0.1 172.16.0.0 172.31.255.255 192.168.0.0
    192.0.0.1 192.0.2.255 192.88.99.2 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::7f00:1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::808:808 64:ff9b:1::1
    100::1 2001::1 2001:20::1 2001:5::1 2001:1ff::1 2001:db8::1 2002:808:808::1 3fff::1 3fff:fff::1
    5f00::1 4000::1 e000::1 fc00::1 fdff::1 fe80::1 febf::1 fec0::1 ff02::1 fe80::1%eth0 no-address`)
  expect([...addresses, ''].filter(isPublicAddress)).toEqual([])
})

test('addresses of this machine and its network are inside, those of the internet public, all others reserved', () => {
  const inside = list(`
    127.0.0.1 0.0.0.0 10.1.1.1 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254
    ::1 :: fe80::1%eth0 fd00::1 fec0::1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::127.0.0.1`)
  const open = list('8.8.8.8 2606:4700::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::8.8.8.8')
  const reserved = list(`
    198.18.0.1 240.0.0.1 192.0.0.8 203.0.113.1 64:ff9b::198.18.0.1 ::ffff:0:10.0.0.1
    2002:808:808::1 2002:a00:1::1 2001:db8::1 5f00::1`)
  expect(new Set(inside.map(distanceOf))).toEqual(new Set([DISTANCE.inside]))
  expect(new Set(reserved.map(distanceOf))).toEqual(new Set([DISTANCE.reserved]))
  expect(new Set(open.map(distanceOf))).toEqual(new Set([DISTANCE.public]))
})

const look = (...addresses: string[]) => {
  const { lookup } = createAddressGuard(async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
  return new Promise((done) =>
    lookup('name.example', { all: true }, (error, found) => done(error ? error.message : found)),
  )
}

test('the lookup of a connection gives the addresses it has checked, and none where one of them is inside', async () => {
  expect(await look('93.184.215.14')).toEqual([{ address: '93.184.215.14', family: 4 }])
  expect(await look('93.184.215.14', '10.0.0.1')).toBe('refused')
  expect(await look('::1')).toBe('refused')
  expect(await look()).toBe('refused')
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('the name servers are asked for addresses of both kinds; one kind that they do not know does not matter', async () => {
  const four = vi
    .spyOn(Resolver.prototype, 'resolve4')
    .mockResolvedValue(['93.184.215.14', '1.1.1.1'] as never)
  const six = vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('no data'))
  expect(await createResolve()('name.example')).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ])
  four.mockRejectedValue(new Error('no data'))
  six.mockResolvedValue(['2606:4700:4700::1111'] as never)
  expect(await createResolve()('name.example')).toEqual([{ address: '2606:4700:4700::1111', family: 6 }])
  expect([four.mock.calls[0], six.mock.calls[0]]).toEqual([['name.example'], ['name.example']])
})

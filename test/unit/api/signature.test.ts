import { expect, it } from 'vitest'
import { bearerOf, sign } from '../../../src/api/signature.ts'

it('a signature is the HMAC that Standard Webhooks defines, the bytes of the secret being the key', () => {
  // printf 'msg_1.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac secret-key -binary | base64
  const parts = { id: 'msg_1', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(sign('secret-key', parts)).toBe('v1,zA6ltxEzYJ8wS8htdRDRYiEPbCWmemXnp6kUoFLEGmQ=')
})

it('secrets are read from a bearer header, however its scheme is spelled', () => {
  expect([
    bearerOf('Bearer abc'),
    bearerOf('bearer  abc '),
    bearerOf('Basic abc'),
    bearerOf('Bearer'),
    bearerOf(undefined),
  ]).toEqual(['abc', 'abc', undefined, undefined, undefined])
})

import { describe, expect, it } from 'vitest'
import { bearerOf, isSameSecret, sign } from '../../../src/api/signature.ts'

describe('a signature', () => {
  it('is the HMAC that Standard Webhooks defines, the bytes of the secret being the key', () => {
    // printf 'msg_1.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -hmac secret-key -binary | base64
    const parts = { id: 'msg_1', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(sign('secret-key', parts)).toBe('v1,zA6ltxEzYJ8wS8htdRDRYiEPbCWmemXnp6kUoFLEGmQ=')
  })

  it('changes with the id, the time, the body and the secret', () => {
    const parts = { id: 'a', timestampSeconds: 1, body: '{}' }
    const signatures = [
      sign('secret-1', parts),
      sign('secret-2', parts),
      sign('secret-1', { ...parts, id: 'b' }),
      sign('secret-1', { ...parts, timestampSeconds: 2 }),
      sign('secret-1', { ...parts, body: '[]' }),
    ]
    expect(new Set(signatures).size).toBe(5)
  })
})

describe('secrets', () => {
  it('are the same only where every character is', () => {
    expect([
      isSameSecret('a', 'a'),
      isSameSecret('a', 'b'),
      isSameSecret('', 'a'),
      isSameSecret('aa', 'a'),
    ]).toEqual([true, false, false, false])
  })

  it('are read from a bearer header, however its scheme is spelled', () => {
    expect([
      bearerOf('Bearer abc'),
      bearerOf('bearer  abc '),
      bearerOf('Basic abc'),
      bearerOf('Bearer'),
      bearerOf(undefined),
    ]).toEqual(['abc', 'abc', undefined, undefined, undefined])
  })
})

import { describe, expect, it } from 'vitest'
import { type Call, type Connection, createConnections } from '../../../../src/telegram/http/connections.ts'

const OPTIONS = { path: '/', method: 'POST' } as const

/** A call, and why it failed once it did. */
function createCall() {
  const failed = Promise.withResolvers<Error>()
  const call: Call = {
    connection: undefined,
    onRequestStart() {},
    onResponseError: (_controller, error) => failed.resolve(error),
  }
  return { call, failed: failed.promise }
}

describe('connections', () => {
  const open = (connectionsMax: number) => createConnections('http://127.0.0.1:1/bot', { connectionsMax })
  const begin = (connections: ReturnType<typeof open>): Call => {
    const { call } = createCall()
    connections.begin(OPTIONS, call)
    return call
  }

  it('are used by one call at a time, and the one given back last is used first', async () => {
    const connections = open(3)
    const [first, second] = [begin(connections).connection, begin(connections).connection] as Connection[]
    expect(first).not.toBe(second)
    connections.giveBack(second as Connection)
    connections.giveBack(first as Connection)
    expect(begin(connections).connection === first).toBe(true)
    expect(begin(connections).connection === second).toBe(true)
    await connections.destroy()
  })

  it('are no more than the most, and calls wait for them in their order', async () => {
    const connections = open(1)
    const [first, second, third] = [begin(connections), begin(connections), begin(connections)] as const
    expect([second.connection, third.connection]).toEqual([undefined, undefined])
    connections.giveBack(first.connection as Connection)
    expect(second.connection).toBeUndefined() // undici has not ended the first one yet
    await Promise.resolve()
    expect(second.connection === first.connection).toBe(true)
    expect(third.connection).toBeUndefined()
    await connections.destroy()
  })

  it('make no call once they are closed', async () => {
    const connections = open(2)
    await connections.destroy()
    const { call, failed } = createCall()
    connections.begin(OPTIONS, call)
    expect((await failed).name).toBe('ClientDestroyedError')
  })
})

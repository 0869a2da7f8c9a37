import type { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Call, Connection, Connections } from '../../../../src/telegram/http/connections.ts'
import { createDeadline, createPost, type Pending, type Reading } from '../../../../src/telegram/http/post.ts'

/** Connections over which nothing begins by itself, and a deadline that passes when told to. */
function createQueue(reading: Reading = 'refusals') {
  const begun: Call[] = []
  const pending: Pending[] = []
  const free: Connection[] = []
  const connections: Connections = {
    begin(_options, call) {
      call.connection = { dispatch: () => true }
      begun.push(call)
    },
    giveBack: (connection) => void free.push(connection),
  }
  const deadline = { begin: (one: Pending) => void pending.push(one), end: () => {} }
  const post = createPost('http://127.0.0.1:1/x', { connections, deadline, reading })
  return { post, begun, pending, free }
}

const controllerOf = (aborts: Error[]) =>
  ({ abort: (reason: Error) => aborts.push(reason) }) as unknown as Dispatcher.DispatchController

describe('a call', () => {
  it('that waited for a connection until its time limit is not made', async () => {
    const { post, begun, pending } = createQueue()
    const answer = post('{}', (one) => one)
    pending[0]?.expire(20)
    expect(await answer).toBeUndefined()
    const aborts: Error[] = []
    begun[0]?.onRequestStart?.(controllerOf(aborts), undefined)
    expect(aborts).toHaveLength(1)
  })

  it('is aborted at its time limit', async () => {
    const { post, begun, pending } = createQueue()
    const answer = post('{}', (one) => one)
    const aborts: Error[] = []
    begun[0]?.onRequestStart?.(controllerOf(aborts), undefined)
    pending[0]?.expire(20)
    expect([await answer, aborts.length]).toEqual([undefined, 1])
  })

  it('gives its connection back when undici has ended it, though its time was over before', async () => {
    const { post, begun, pending, free } = createQueue()
    const answer = post('{}', (one) => one)
    pending[0]?.expire(20)
    expect([await answer, free.length]).toEqual([undefined, 0])
    begun[0]?.onResponseError?.(controllerOf([]), new Error('aborted'))
    begun[0]?.onResponseError?.(controllerOf([]), new Error('again'))
    expect(free).toHaveLength(1)
  })
})

describe('an answer that is cut off after status 200', () => {
  const cutOff = async (reading: Reading): Promise<unknown> => {
    const { post, begun } = createQueue(reading)
    const answer = post('{}', (one, failure) => one ?? failure?.message)
    begun[0]?.onResponseStart?.(controllerOf([]), 200, {})
    begun[0]?.onResponseError?.(controllerOf([]), new Error('cut off'))
    return answer
  }

  it('is one where only refusals are read', async () => {
    expect(await cutOff('refusals')).toEqual({ status: 200, text: '' })
  })

  it('is none where its result is wanted', async () => {
    expect(await cutOff('all')).toBe('cut off')
  })
})

describe('a deadline', () => {
  it('expires each call in order, and none that ended before', async () => {
    const expired: string[] = []
    const deadline = createDeadline(20)
    const [first, ended, last] = ['first', 'ended', 'last'].map((name) => ({
      expire: (ms: number) => void expired.push(`${name} after ${ms} ms`),
    })) as [Pending, Pending, Pending]
    for (const one of [first, ended]) deadline.begin(one)
    deadline.end(ended)
    await expect.poll(() => expired, { interval: 1 }).toEqual(['first after 20 ms'])
    deadline.begin(last)
    await expect.poll(() => expired, { interval: 1 }).toEqual(['first after 20 ms', 'last after 20 ms'])
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { onThisMachine } from '../../support/machine.ts'
import { until } from '../../support/until.ts'
import { useWeb } from './web.ts'

const { start } = await useWeb()
const web = await start()
let token: string

beforeAll(async () => {
  token = await web.newToken()
})

interface Heard {
  readonly id: string
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly data: any
}

/** Opens a stream and gathers what it says. */
async function listen(currency: string, lastEventId?: string) {
  const stopping = new AbortController()
  const headers = lastEventId ? { 'last-event-id': lastEventId } : {}
  const response = await web.openStream(token, { signal: stopping.signal, headers }, currency)
  const heard: Heard[] = []
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      heard.push(...parts.flatMap(parse))
    }
  })().catch(() => undefined)
  const close = async (): Promise<void> => {
    stopping.abort()
    await reading
  }
  return { response, heard, close }
}

function parse(part: string): Heard[] {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
  const data = field('data')
  return data === undefined
    ? []
    : [{ id: field('id') ?? '', event: field('event') ?? '', data: JSON.parse(data) }]
}

const pricesOf = (heard: readonly Heard[]): number[] =>
  heard.flatMap(({ data }) => data.monitors.map((record: { price: number }) => record.price))

describe('the stream', () => {
  test('tells each change of its currency as a notification', async () => {
    const dollar = await listen('dollar')
    const euro = await listen('euro')
    expect(dollar.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(dollar.response.headers.get('access-control-allow-origin')).toBe('*')
    await web.publish('page_one', { usd: '700', eur: '800' })
    await web.publish('page_two', { usd: '701' })
    await until(() => expect(pricesOf(dollar.heard)).toEqual([700, 701]))
    await until(() => expect(pricesOf(euro.heard)).toEqual([800]))
    expect(dollar.heard[0]).toMatchObject({
      id: expect.stringMatching(/^\d+-\d+$/),
      event: 'monitor.updated',
      data: { event: 'monitor.updated', monitors: [{ page: 'page_one', currency: 'dollar', key: 'usd' }] },
    })
    await dollar.close()
    await euro.close()
  })

  test('Last-Event-ID resumes after that event, without a gap or a repetition while prices move', async () => {
    const first = await listen('dollar')
    await web.publish('page_two', { usd: '710' })
    await until(() => expect(first.heard).toHaveLength(1))
    await first.close()
    const expected: number[] = []
    let opened: ReturnType<typeof listen> | undefined
    for (let i = 0; i < 30; i++) {
      if (i === 15) opened = listen('dollar', first.heard[0]?.id)
      await web.publish('page_two', { usd: String(711 + i) })
      expected.push(711 + i)
    }
    const second = await opened
    await until(() => expect(pricesOf(second?.heard ?? [])).toEqual(expected))
    await second?.close()
  })

  test('a Last-Event-ID that is none is 400, no token 401, HEAD 405', async () => {
    const ask = (options: object) => web.ask('/api/v1/dollar/stream', options)
    expect((await ask({ token, headers: { 'last-event-id': 'yesterday' } })).status).toBe(400)
    expect((await ask({})).status).toBe(401)
    expect((await ask({ token, method: 'HEAD' })).status).toBe(405)
  })

  test('an eleventh stream of a token is 429, until one is closed', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => listen('dollar')))
    expect((await web.ask('/api/v1/dollar/stream', { token })).status).toBe(429)
    await open[0]?.close()
    await until(async () => {
      const again = await listen('dollar')
      await again.close()
      expect(again.response.status).toBe(200)
    })
    for (const stream of open) await stream.close()
  })

  test('a stop of the service ends its streams, and waits for no connection that says nothing', async () => {
    const other = await start()
    const quiet = connect(Number(new URL(other.address()).port), '127.0.0.1')
    await once(quiet, 'connect')
    const text = (await other.openStream(token)).text()
    const before = performance.now()
    await other.stop()
    expect(await text).toMatch(/^retry: \d+/)
    expect(performance.now() - before).toBeLessThan(await onThisMachine(3_000))
  })
})

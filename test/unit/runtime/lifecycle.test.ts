import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLifecycle, type Part, sideBySide } from '../../../src/runtime/lifecycle.ts'
import { createLog } from '../../../src/runtime/log.ts'

const { log } = createLog('silent')
const STOP_TIMEOUT_MS = 400

/** Parts that write down what happened to them. */
function createParts() {
  const events: string[] = []
  const part = (name: string, change: Partial<Part> = {}): Part => ({
    name,
    start: async () => void events.push(`start ${name}`),
    stop: async () => void events.push(`stop ${name}`),
    ...change,
  })
  return { events, part }
}

const never = (): Promise<never> => new Promise(() => {})

describe('the parts of the program', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('start in order and stop in reverse', async () => {
    const { events, part } = createParts()
    const lifecycle = createLifecycle(log)
    await lifecycle.start([part('a'), part('b')])
    expect(await lifecycle.stop()).toBe(true)
    expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a'])
  })

  it('stop those before one that cannot start, whose error is thrown', async () => {
    const { events, part } = createParts()
    const start = async (): Promise<void> => {
      throw new Error('taken port')
    }
    const lifecycle = createLifecycle(log)
    await expect(lifecycle.start([part('a'), part('b', { start })])).rejects.toThrow('taken port')
    expect(events).toEqual(['start a', 'stop b', 'stop a'])
  })

  it('are stopped once, and whoever asks again waits for the same end', async () => {
    const { events, part } = createParts()
    const ends = Promise.withResolvers<void>()
    const stop = async (): Promise<void> => {
      await ends.promise
      events.push('stop a')
    }
    const lifecycle = createLifecycle(log)
    await lifecycle.start([part('a', { stop })])
    void lifecycle.stop()
    const stopped = lifecycle.stop()
    ends.resolve()
    expect(await stopped).toBe(true)
    expect(events).toEqual(['start a', 'stop a'])
  })

  it('are stopped after what is just being started, and nothing more is started', async () => {
    const { events, part } = createParts()
    const lifecycle = createLifecycle(log)
    const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const start = async (): Promise<void> => {
      begun.resolve()
      await ends.promise
      events.push('start a')
    }
    const started = lifecycle.start([part('a', { start }), part('b')])
    await begun.promise
    const stopped = lifecycle.stop()
    ends.resolve()
    expect(await stopped).toBe(true)
    await started
    expect(events).toEqual(['start a', 'stop a'])
  })

  it('break off quietly when a stop takes away what they are built on', async () => {
    const { part } = createParts()
    const lifecycle = createLifecycle(log)
    async function* parts(): AsyncGenerator<Part> {
      yield part('redis')
      await lifecycle.stop()
      throw new Error('Connection is closed.')
    }
    await lifecycle.start(parts())
    expect(await lifecycle.stop()).toBe(true)
  })

  it('are stopped even if others hang or fail, and in time', async () => {
    const { events, part } = createParts()
    const fail = async (): Promise<void> => {
      throw new Error('away')
    }
    const lifecycle = createLifecycle(log, STOP_TIMEOUT_MS)
    await lifecycle.start([
      part('redis'),
      part('a', { stop: never }),
      part('b', { stop: fail }),
      part('c', { stop: never }),
    ])
    const stopped = lifecycle.stop()
    await vi.advanceTimersByTimeAsync(STOP_TIMEOUT_MS - 1)
    expect(await stopped).toBe(false)
    expect(events.at(-1)).toBe('stop redis')
  })

  it('side by side start in order, and are stopped at once, each as far as it was begun', async () => {
    const { events, part } = createParts()
    const slow = Promise.withResolvers<void>()
    const a = part('a', {
      stop: async () => {
        await slow.promise
        events.push('stop a')
      },
    })
    const b = part('b', {
      stop: async () => {
        events.push('stop b')
        slow.resolve()
      },
    })
    const refused = part('c', {
      start: async () => {
        throw new Error('no')
      },
    })
    const both = sideBySide('both', [a, b, refused, part('d')])
    await expect(both.start()).rejects.toThrow('no')
    await both.stop()
    expect(events).toEqual(['start a', 'start b', 'stop b', 'stop c', 'stop a'])
  })
})

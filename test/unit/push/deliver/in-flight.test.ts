import { expect, it } from 'vitest'
import { createInFlight } from '../../../../src/push/deliver/deliver.ts'

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

it('the calls in flight begin in the order they came, as others end', async () => {
  const inFlight = createInFlight(() => 10)
  const first = Promise.withResolvers<void>()
  const begun: number[] = []
  /** Calls as the deliverer does. */
  async function run(index: number): Promise<void> {
    const noRoom = inFlight.room()
    if (noRoom) await noRoom
    const startedAt = inFlight.begin()
    begun.push(index)
    await (index === 0 ? first.promise : new Promise(() => {}))
    inFlight.end(startedAt)
  }
  for (let i = 0; i < 5; i++) void run(i)
  await settled()
  expect(begun).toEqual([0, 1])
  first.resolve()
  await settled()
  expect(begun).toEqual([0, 1, 2])
})

it('the calls in flight are never more than 384, however fast the rate', () => {
  expect(createInFlight(() => 1_000_000).limit()).toBe(384)
})

import { expect, it } from 'vitest'
import { createInFlight, type InFlight } from '../../../../src/push/deliver/deliver.ts'

/** Calls that end when told to. */
function createCalls() {
  const ends: (() => void)[] = []
  return {
    call: () => new Promise<void>((end) => ends.push(end)),
    begun: () => ends.length,
    end: (index: number) => ends[index]?.(),
  }
}

/** Calls as the deliverer does. */
async function run(inFlight: InFlight, call: () => Promise<void>): Promise<void> {
  const noRoom = inFlight.room()
  if (noRoom) await noRoom
  const startedAt = inFlight.begin()
  await call()
  inFlight.end(startedAt)
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

it('the calls in flight begin in the order they came, as others end', async () => {
  const inFlight = createInFlight(() => 10)
  const { call, begun, end } = createCalls()
  const order: number[] = []
  for (let i = 0; i < 5; i++) {
    void run(inFlight, () => {
      order.push(i)
      return call()
    })
  }
  await settled()
  expect(order).toEqual([0, 1])
  end(0)
  await settled()
  expect([order, begun()]).toEqual([[0, 1, 2], 3])
})

it('the calls in flight are never more than 384, however fast the rate', () => {
  expect(createInFlight(() => 1_000_000).limit()).toBe(384)
})

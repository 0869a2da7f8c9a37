import { describe, expect, it } from 'vitest'
import { createShardSchedule } from '../../../src/queue/shard-schedule.ts'

describe('the schedule of shards', () => {
  it('goes on where it stopped, so that no shard waits behind another for ever', () => {
    const schedule = createShardSchedule(4)
    expect([schedule.next(0, 3), schedule.next(0, 3), schedule.next(0, 3)]).toEqual([
      [0, 1, 2],
      [3, 0, 1],
      [2, 3, 0],
    ])
  })

  it('gives no more shards than are wanted, however many are urgent', () => {
    const schedule = createShardSchedule(3)
    for (const shard of [0, 1, 2]) schedule.hurry(shard, 0)
    expect([schedule.next(0, 2), schedule.next(0, 2)]).toEqual([
      [0, 1],
      [2, 0],
    ])
  })
})

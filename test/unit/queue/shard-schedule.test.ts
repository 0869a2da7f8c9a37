import { describe, expect, it } from 'vitest'
import { createShardSchedule } from '../../../src/queue/shard-schedule.ts'

describe('the schedule of shards', () => {
  it('reads all shards first, as nothing is known of them', () => {
    expect(createShardSchedule(3).next(0, 9)).toEqual([0, 1, 2])
  })

  it('reads each shard when its time has come, and the first of them says when', () => {
    const schedule = createShardSchedule(3)
    for (const shard of [0, 1, 2]) schedule.postpone(shard, 100 + shard)
    expect([schedule.next(99, 9), schedule.firstAt()]).toEqual([[], 100])
    expect([schedule.next(101, 9), schedule.next(102, 9)]).toEqual([
      [0, 1],
      [2, 0, 1],
    ])
    schedule.expect(2, 50)
    schedule.expect(2, 70)
    expect([schedule.firstAt(), schedule.next(50, 9)]).toEqual([50, [2]])
  })

  it('goes on where it stopped, so that no shard waits behind another for ever', () => {
    const schedule = createShardSchedule(4)
    expect([schedule.next(0, 3), schedule.next(0, 3), schedule.next(0, 3)]).toEqual([
      [0, 1, 2],
      [3, 0, 1],
      [2, 3, 0],
    ])
  })

  it('reads shards with urgent members before the others, and each once', () => {
    const schedule = createShardSchedule(4)
    schedule.hurry(2, 10)
    schedule.hurry(2, 20)
    schedule.hurry(3, 15)
    expect([schedule.next(10, 2), schedule.firstAt()]).toEqual([[2, 0], 0])
    expect(schedule.next(15, 3)).toEqual([3, 2, 1])
    for (const shard of [0, 1, 2, 3]) schedule.postpone(shard, 100)
    expect(schedule.next(99, 4)).toEqual([])
  })

  it('gives a shard once that is due and urgent', () => {
    const schedule = createShardSchedule(3)
    schedule.hurry(0, 0)
    expect(schedule.next(0, 2)).toEqual([0, 1])
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

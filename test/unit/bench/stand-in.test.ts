import { describe, expect, it } from 'vitest'
import { createStrictSecond } from '../../../bench/stand-in/strict-second.ts'
import { worstSecond } from '../../support/recorder.ts'

describe('a strict second', () => {
  it('takes no more than its cap in any sliding second', () => {
    const judge = createStrictSecond(2)
    expect([0, 600, 1_000, 1_600].map(judge)).toEqual([true, true, true, true])
    expect([0, 600, 999].map(createStrictSecond(2))).toEqual([true, true, false])
  })

  it('refuses everything for a second after each refusal', () => {
    const judge = createStrictSecond(1)
    expect([0, 1, 1_000, 1_999, 2_999].map(judge)).toEqual([true, false, false, false, true])
  })

  it('knows the worst of any sliding second', () => {
    expect(worstSecond([])).toBe(0)
    expect(worstSecond([0, 999, 1_000, 1_500, 1_998, 1_999, 5_000])).toBe(4)
  })
})

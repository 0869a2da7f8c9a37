import { expect, test } from 'vitest'
import { soak } from '../soak/soak.ts'
import { report } from '../support/report.ts'

const SEED = Number(process.env.SEED ?? 20_261_122)

/** `npm run soak` takes 20 minutes, and judges slopes too. */
test(`a short soak loses no price, answers everybody unless Telegram refuses the reply, and raises no unhandled rejection (seed ${SEED})`, async () => {
  const soaked = await soak({
    seconds: 20,
    seed: SEED,
    people: 30,
    upsetEveryMs: 1_500,
    lastingMs: 1_000,
    killsFirst: false,
    print: report,
  })
  const { lost, unanswered, repeated, surprises, fallen, parked, isBalanced, asked, pushes } = soaked
  report(JSON.stringify({ ...soaked, upsets: [...soaked.upsets] }))
  expect({ lost, surprises, fallen, parked, isBalanced }).toEqual({
    lost: { untold: 0, backwards: 0 },
    surprises: [],
    fallen: [],
    parked: 0,
    isBalanced: true,
  })
  expect(unanswered.count).toBeLessThanOrEqual(unanswered.max)
  expect(repeated.pushes + repeated.answers).toBeLessThanOrEqual(repeated.max)
  expect(Math.min(asked, pushes)).toBeGreaterThan(30)
}, 600_000)

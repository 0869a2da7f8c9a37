import { describe, expect, it } from 'vitest'
import { lineOf } from '../faults/report.ts'
import { isGreen, runScenario } from '../faults/scenario.ts'
import { SCENARIOS } from '../faults/scenarios.ts'
import { report } from '../support/report.ts'

const SEED = Number(process.env.SEED ?? 20_261_122)
const TEST_TIMEOUT_MS = 120_000

/** Three at a time, as they mostly wait; `npm run faults` runs all of them, alone and in full. The other promises have journeys of their own here. */
describe(`the promises under faults, in short (seed ${SEED})`, () => {
  it.concurrent.each(SCENARIOS.filter(({ isShort }) => isShort))(
    '$name: $promise',
    async (scenario) => {
      const result = await runScenario(scenario, SEED, true)
      report(lineOf(result))
      expect(isGreen(result), lineOf(result)).toBe(true)
    },
    TEST_TIMEOUT_MS,
  )
})

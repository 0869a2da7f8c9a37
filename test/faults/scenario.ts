import { onThisMachine } from '../support/machine.ts'
import { createRandom } from '../support/random.ts'

/** What a scenario is given. */
export interface Setting {
  /** From 0 up to 1, by the seed of the run and the name of the scenario. */
  readonly random: () => number
  /** The size of something: the first in the full run, the second in the short one. */
  readonly size: (full: number, short: number) => number
  /** Has something stopped when the scenario is over, the last thing first. */
  readonly atEnd: (stop: () => unknown) => void
}

/** What came of it. */
export interface Survived {
  /** How many times the promise could have been broken, and what of. */
  readonly n: number
  readonly of: string
  /** How many times it was: messages lost, strangers let in, wrong answers. */
  readonly lost: number
  /** Messages that came twice, and how many may have. */
  readonly duplicates?: { readonly count: number; readonly max: number }
  /** The worst delay (ms), and how much it may be, if that is promised. */
  readonly delay?: { readonly ms: number; readonly msMax?: number }
}

/** A promise, and what is done to the real processes to break it. */
export interface Scenario {
  readonly name: string
  readonly promise: string
  /** What is done, in a few words. */
  readonly done: string
  /** Whether the ordinary test suite runs it, in its short form. */
  readonly isShort?: boolean
  /** Why this machine cannot try it, if so. */
  readonly cannot?: () => string | undefined
  /** Throws where something else that is promised does not hold. */
  readonly run: (setting: Setting) => Promise<Survived>
}

export interface Result {
  readonly scenario: Scenario
  readonly seed: number
  readonly seconds: number
  /** How many times longer the machine took for our work than if it had done nothing else; delays may be so much longer. */
  readonly slowness: number
  /** Undefined where the scenario threw `reason`. */
  readonly survived?: Survived
  readonly reason?: string
}

/** Whether nothing was lost, and no more came twice or late than may. */
export const isGreen = ({ survived, slowness }: Pick<Result, 'survived' | 'slowness'>): boolean =>
  survived !== undefined &&
  survived.n > 0 &&
  survived.lost === 0 &&
  (survived.duplicates?.count ?? 0) <= (survived.duplicates?.max ?? 0) &&
  (survived.delay?.ms ?? 0) <= (survived.delay?.msMax ?? Number.POSITIVE_INFINITY) * slowness

/** A setting, and what stops all that was started in it. */
export function createSetting(random: () => number, isShort = false) {
  const stops: (() => unknown)[] = []
  const setting: Setting = {
    random,
    size: (full, short) => (isShort ? short : full),
    atEnd: (stop) => void stops.push(stop),
  }
  async function end(): Promise<void> {
    for (const stop of stops.toReversed()) await stop()
  }
  return { setting, end }
}

/** Runs one scenario, and stops all that it started. Never throws. */
export async function runScenario(scenario: Scenario, seed: number, isShort: boolean): Promise<Result> {
  const { setting, end } = createSetting(createRandom(seedOf(scenario.name, seed)), isShort)
  const startedAt = performance.now()
  const before = await onThisMachine(1)
  const outcome = await scenario.run(setting).then(
    (survived) => ({ survived }),
    (error: unknown) => ({ reason: String(error instanceof Error ? (error.stack ?? error) : error) }),
  )
  const slowness = Math.max(before, await onThisMachine(1))
  await end()
  return { scenario, seed, slowness, seconds: (performance.now() - startedAt) / 1_000, ...outcome }
}

/** A scenario does the same alone as among others. */
function seedOf(name: string, seed: number): number {
  let mixed = seed
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01_00_01_93)
  return mixed
}

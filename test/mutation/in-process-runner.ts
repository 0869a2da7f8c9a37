import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beginFile, type Case, cases } from './collect.ts'

/** What Stryker's switches in the changed sources read and write. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: unknown
}
const switches: Switches = {}
Object.assign(globalThis, { __stryker__: switches })

interface MutantRun {
  readonly activeMutant: { readonly id: string }
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly mutantActivation: 'static' | 'runtime'
}

const COLLECTOR = import.meta.resolve('./collect.ts')
/** Numbers of Stryker's `TestStatus`. */
const [PASSED, FAILED] = [0, 1]

/** The tests of the area by Stryker's id, loaded once from the changed copy of the sources. */
async function loadTests(): Promise<ReadonlyMap<string, Case>> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vitest' && context.parentURL !== COLLECTOR
        ? { url: COLLECTOR, shortCircuit: true }
        : next(specifier, context),
  })
  for (const file of globSync((process.env.MUTATION_TESTS ?? '').split(' '))) {
    beginFile(file)
    await import(pathToFileURL(resolve(file)).href)
  }
  return new Map(cases.map((one) => [`${one.file}#${one.name}`, one]))
}

/** Why a test is red; undefined if it is green. */
async function failureOf({ run }: Case): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return String(error)
  }
}

/**
 * Runs unit tests in one process, without the start of vitest for each change: for tests of pure functions, which keep nothing.
 * A change of what runs while a module is loaded gets a process of its own.
 */
class InProcessRunner {
  #tests: ReadonlyMap<string, Case> | undefined

  capabilities() {
    return { reloadEnvironment: false }
  }

  async dryRun() {
    this.#tests ??= await loadTests()
    const tests = []
    for (const [id, one] of this.#tests) {
      switches.currentTestId = id
      const startedAt = performance.now()
      const failureMessage = await failureOf(one)
      const timeSpentMs = performance.now() - startedAt
      const status = failureMessage === undefined ? PASSED : FAILED
      tests.push({ id, name: one.name, fileName: resolve(one.file), timeSpentMs, status, failureMessage })
    }
    switches.currentTestId = undefined
    return { status: 'complete', tests, mutantCoverage: switches.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun) {
    Object.assign(switches, { hitCount: 0, hitLimit })
    if (mutantActivation === 'static') switches.activeMutant = activeMutant.id
    try {
      this.#tests ??= await loadTests()
    } catch (error) {
      return { status: 'error', errorMessage: String(error) }
    }
    switches.activeMutant = activeMutant.id
    const wanted = [...this.#tests].filter(([id]) => testFilter?.includes(id) ?? true)
    const killer = await firstRed(wanted)
    switches.activeMutant = undefined
    if ((switches.hitCount ?? 0) > (hitLimit ?? Number.POSITIVE_INFINITY)) return { status: 'timeout' }
    return killer
      ? { status: 'killed', killedBy: [killer.id], failureMessage: killer.message, nrOfTests: wanted.length }
      : { status: 'survived', nrOfTests: wanted.length }
  }
}

async function firstRed(tests: readonly (readonly [id: string, one: Case])[]) {
  for (const [id, one] of tests) {
    const message = await failureOf(one)
    if (message !== undefined) return { id, message }
  }
  return undefined
}

/** Stryker loads this file by its path. */
export const strykerPlugins = [
  {
    kind: 'TestRunner',
    name: 'in-process',
    factory: Object.assign(() => new InProcessRunner(), { inject: [] }),
  },
]

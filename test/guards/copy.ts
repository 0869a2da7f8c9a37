import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const RUN_MS_MAX = 10 * 60_000

/** What a run of test files came to, with the name of the failed test or the reason. `broken`: no test ran, or none ended in time. */
export interface Outcome {
  readonly kind: 'green' | 'red' | 'broken'
  readonly text: string
  readonly seconds: number
}

interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Copies the project to a folder of its own, so that nothing here is touched, and runs tests there. */
export function createCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'tasa-guards-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  async function run(files: readonly string[]): Promise<Outcome> {
    const startedAt = performance.now()
    const report = join(folder, 'report.json')
    rmSync(report, { force: true })
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--bail', '1', '--reporter', 'json', '--outputFile', report, ...files]
    const program = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', timeout: RUN_MS_MAX })
    await once(program, 'close')
    const outcome = existsSync(report)
      ? outcomeOf(JSON.parse(readFileSync(report, 'utf8')))
      : { kind: 'broken' as const, text: 'vitest wrote no report' }
    return { ...outcome, seconds: (performance.now() - startedAt) / 1000 }
  }

  return { folder, run, remove: (): void => rmSync(folder, { recursive: true, force: true }) }
}

function outcomeOf({ testResults }: Report): Pick<Outcome, 'kind' | 'text'> {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { kind: 'red', text: failed.fullName }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return { kind: 'broken', text: broken.message?.split('\n')[0] ?? '' }
  const hasPassed = tests.some(({ status }) => status === 'passed')
  return hasPassed ? { kind: 'green', text: 'nothing failed' } : { kind: 'broken', text: 'no test ran' }
}

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const RUN_MS_MAX = 10 * 60_000

/** What a run of test files came to. `none`: no test ran, or none ended in time. */
export type Outcome =
  | { readonly kind: 'green'; readonly seconds: number }
  | { readonly kind: 'red'; readonly seconds: number; readonly test: string }
  | { readonly kind: 'none'; readonly seconds: number; readonly why: string }

interface Report {
  readonly testResults: readonly {
    readonly name: string
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
    const args = ['run', '--bail', '1', '--reporter', 'json', '--outputFile', report, ...files]
    const said = await runVitest(folder, args)
    const seconds = (performance.now() - startedAt) / 1000
    return existsSync(report)
      ? outcomeOf(JSON.parse(readFileSync(report, 'utf8')), seconds)
      : { kind: 'none', seconds, why: said }
  }

  return { folder, run, remove: (): void => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs vitest, and returns the last that it said. */
function runVitest(folder: string, args: readonly string[]): Promise<string> {
  const program = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: RUN_MS_MAX,
  })
  let said = ''
  program.stderr.on('data', (text: Buffer) => {
    said = (said + text).slice(-500)
  })
  return new Promise((resolve) => program.on('close', () => resolve(said.trim())))
}

function outcomeOf({ testResults }: Report, seconds: number): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { kind: 'red', seconds, test: failed.fullName }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return { kind: 'none', seconds, why: (broken.message ?? '').split('\n')[0] ?? '' }
  if (!tests.some(({ status }) => status === 'passed')) return { kind: 'none', seconds, why: 'no test ran' }
  return { kind: 'green', seconds }
}

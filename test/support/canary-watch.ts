import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Leak } from './canary.ts'

const SHOWN_MAX = 20

interface Report {
  readonly leak?: Leak
  readonly looked?: Readonly<Record<string, number>>
}

/** Fails the run where a secret of the tests was seen in a log, an answer, a metric or Redis. */
export default function watchCanaries(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-canary-'))
  const file = join(directory, 'report')
  process.env.CANARY_REPORT = file
  return () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    rmSync(directory, { recursive: true, force: true })
    const reports: Report[] = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    const leaks = reports.flatMap(({ leak }) => leak ?? [])
    const looked = new Map<string, number>()
    for (const [kind, count] of reports.flatMap((one) => Object.entries(one.looked ?? {})))
      looked.set(kind, (looked.get(kind) ?? 0) + count)
    const list = [...looked].map(([kind, count]) => `${count} × ${kind}`).join(', ')
    if (list !== '') process.stdout.write(`secrets found: ${leaks.length}; looked at ${list}\n`)
    if (leaks.length === 0) return
    process.exitCode = 1
    // Some reporters show no error that is thrown here.
    process.stdout.write(`${JSON.stringify(leaks.slice(0, SHOWN_MAX), undefined, 1)}\n`)
    throw new Error('a secret was seen')
  }
}

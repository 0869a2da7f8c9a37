import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const DOCUMENT = join(import.meta.dirname, '../../docs/reliability.md')
const GIB = 1024 ** 3

const begin = (name: string): string => `<!-- ${name}: written by a command -->`
const end = (name: string): string => `<!-- end of ${name} -->`

/** Replaces the section between the markers of a name, or appends it; every command writes its own only. */
export function replaceSection(document: string, name: string, section: string): string {
  const marked = `${begin(name)}\n${section.trim()}\n${end(name)}`
  const [from, to] = [document.indexOf(begin(name)), document.indexOf(end(name))]
  if (from < 0 || to < from) return `${document.trimEnd()}\n\n${marked}\n`
  return `${document.slice(0, from)}${marked}${document.slice(to + end(name).length)}`
}

/** Writes the section of one command to `docs/reliability.md`. */
export function writeSection(name: string, section: string): void {
  const document = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '# Reliability\n'
  writeFileSync(DOCUMENT, replaceSection(document, name, section))
}

/** A row of a table in Markdown. */
export const rowOf = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

/** A table in Markdown. */
export const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [rowOf(head), rowOf(head.map(() => '---')), ...rows.map(rowOf)].join('\n')

/** The commit, the day and the machine of a run. */
export function describeRun(): string {
  const [cpu] = cpus()
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src') && ' with changes')
  const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / GIB)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `commit \`${commit}\`, ${day}, ${machine}, Node ${process.versions.node}, ${process.platform}`
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()

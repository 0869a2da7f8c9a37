import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)
const run = promisify(execFile)
const COMPILER = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
const TYPES = require.resolve('grammy/types')
const OPTIONS = [
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--target',
  'esnext',
  '--module',
  'nodenext',
]

const NO_REPLY = '<no reply>'

/** What a method answered. */
export interface Answered {
  readonly method: string
  readonly result: unknown
}

/** What the types of the Bot API say against these answers, one line each: missing, unknown and wrong fields. */
export async function complaintsAbout(answers: readonly Answered[]): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tasa-shapes-'))
  try {
    const file = join(directory, 'answers.mts')
    await writeFile(file, sourceOf(answers))
    await run(process.execPath, [COMPILER, ...OPTIONS, '--types', '', file])
    return []
  } catch (error) {
    // the compiler ends with a code other than 0 when it complains
    if (error instanceof Error && 'stdout' in error && error.stdout) return linesOf(String(error.stdout))
    throw error
  } finally {
    await rm(directory, { recursive: true })
  }
}

function sourceOf(answers: readonly Answered[]): string {
  const lines = answers.map(
    ({ method, result }, index) =>
      `export const ${method}${index}: Methods['${method}'] = ${literalOf(result)}`,
  )
  return [
    `import type { ApiMethods } from ${JSON.stringify(TYPES.replace(/\.js$/, '.d.ts'))}`,
    'type All = ApiMethods',
    'type Methods = { [Method in keyof All]: ReturnType<All[Method]> }',
    ...lines,
  ].join('\n')
}

/** The types want a message that is replied to to say that it shows no reply itself; JSON cannot. */
function literalOf(result: unknown): string {
  const json = JSON.stringify(result, (key, value: unknown) =>
    key === 'reply_to_message' && typeof value === 'object' ? { ...value, [key]: NO_REPLY } : value,
  )
  return json.replaceAll(JSON.stringify(NO_REPLY), 'undefined')
}

const linesOf = (output: string): string[] => output.split('\n').filter((line) => line !== '')
